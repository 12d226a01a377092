/**
 * The rules of each game in a few sentences, each with a position to try it on, and how moves are written.
 */
import type { Language } from './words.svelte';

type Said = Record<Language, string>;

export interface Rule {
  said: Said;
  rules: string;
  /** The position to try it on; empty for the start. */
  start: string;
}

export interface Lesson {
  rules: Rule[];
  notation: [written: string, means: Said][];
}

export const LESSONS: Record<string, Lesson> = {
  loa: {
    rules: [
      {
        said: {
          en: 'A man moves in a straight line, exactly as many squares as there are men of both sides on that line. Two stand on b1’s column: it moves two squares up.',
          de: 'Ein Stein zieht gerade, genau so viele Felder, wie Steine beider Seiten auf dieser Linie stehen. Auf der Spalte von b1 stehen zwei: Er zieht zwei Felder hinauf.',
          fr: 'Un pion va en ligne droite, d’autant de cases qu’il y a de pions des deux camps sur cette ligne. La colonne de b1 en a deux : il monte de deux cases.'
        },
        rules: '',
        start: ''
      },
      {
        said: {
          en: 'It jumps over its own men, but not over the opponent’s, and captures a man of the opponent where it lands.',
          de: 'Er springt über eigene Steine, nicht über fremde, und schlägt einen fremden Stein auf dem Zielfeld.',
          fr: 'Il saute ses propres pions, pas ceux de l’adversaire, et prend un pion adverse là où il arrive.'
        },
        rules: '',
        start: '8/8/8/2xx1o2/8/8/o7/7x x'
      },
      {
        said: {
          en: 'Whoever joins all of their men into one group, diagonals included, wins. Black wins here with one move.',
          de: 'Wer alle eigenen Steine zu einer Gruppe verbindet, auch schräg, gewinnt. Schwarz gewinnt hier in einem Zug.',
          fr: 'Qui réunit tous ses pions en un seul groupe, diagonales comprises, gagne. Noir gagne ici en un coup.'
        },
        rules: '',
        start: 'o6o/8/4x3/8/2xx4/8/8/7o x'
      }
    ],
    notation: [
      ['b1-b3', { en: 'from b1 to b3', de: 'von b1 nach b3', fr: 'de b1 à b3' }],
      ['b1xb3', { en: 'the same, with a capture', de: 'ebenso, mit Schlagen', fr: 'de même, avec une prise' }],
      [
        'pass',
        {
          en: 'no legal move: the turn passes',
          de: 'kein Zug möglich: der andere ist dran',
          fr: 'aucun coup possible : on passe'
        }
      ]
    ]
  },
  gekitai: {
    rules: [
      {
        said: {
          en: 'Place a piece on an empty square: it pushes every neighbour one square away, your own too. Place one at c3.',
          de: 'Setzen Sie einen Stein auf ein leeres Feld: Er stößt jeden Nachbarn ein Feld weg, auch eigene. Setzen Sie auf c3.',
          fr: 'Posez une pièce sur une case vide : elle repousse chaque voisine d’une case, même les vôtres. Posez en c3.'
        },
        rules: '',
        start: '6/6/1xo3/3o2/1o4/6 x'
      },
      {
        said: {
          en: 'A piece is not pushed if another stands behind it. One that is pushed off the board returns to its owner.',
          de: 'Ein Stein bleibt stehen, wenn hinter ihm ein anderer steht. Wer vom Brett gestoßen wird, kehrt zum Besitzer zurück.',
          fr: 'Une pièce n’est pas repoussée si une autre est derrière elle. Poussée hors du plateau, elle revient à son joueur.'
        },
        rules: '',
        start: '6/6/o5/6/2oo2/6 x'
      },
      {
        said: {
          en: 'Three in a row win, and so do all eight pieces on the board. X wins here with c3.',
          de: 'Drei in einer Reihe gewinnen, ebenso alle acht Steine auf dem Brett. X gewinnt hier mit c3.',
          fr: 'Trois en ligne gagnent, de même que les huit pièces sur le plateau. X gagne ici par c3.'
        },
        rules: '',
        start: '6/5o/6/xx4/6/4o1 x'
      }
    ],
    notation: [['c3', { en: 'a piece placed at c3', de: 'ein Stein auf c3', fr: 'une pièce posée en c3' }]]
  },
  hex: {
    rules: [
      {
        said: {
          en: 'Place a stone on any empty cell. Black joins top and bottom, White left and right. One of them always succeeds.',
          de: 'Setzen Sie einen Stein auf ein leeres Feld. Schwarz verbindet oben und unten, Weiß links und rechts. Einem gelingt es immer.',
          fr: 'Posez une pierre sur une case vide. Noir relie le haut et le bas, Blanc la gauche et la droite. L’un des deux y parvient toujours.'
        },
        rules: 'size=5',
        start: ''
      },
      {
        said: {
          en: 'Two stones with two empty cells between them are a bridge: whichever White takes, Black takes the other. Try to cut Black off.',
          de: 'Zwei Steine mit zwei leeren Feldern dazwischen sind eine Brücke: Nimmt Weiß das eine, nimmt Schwarz das andere. Versuchen Sie zu trennen.',
          fr: 'Deux pierres séparées par deux cases vides forment un pont : si Blanc prend l’une, Noir prend l’autre. Essayez de couper Noir.'
        },
        rules: 'size=5',
        start: '4o/2x2/5/1x3/4o o'
      },
      {
        said: {
          en: 'Whoever begins has the advantage. So the second player may take over the first stone: that is the swap.',
          de: 'Wer beginnt, ist im Vorteil. Darum darf der zweite Spieler den ersten Stein übernehmen: Das ist der Tausch.',
          fr: 'Qui commence a l’avantage. Le second joueur peut donc reprendre la première pierre : c’est l’échange.'
        },
        rules: 'size=5,swap=pieces',
        start: ''
      }
    ],
    notation: [
      ['f6', { en: 'a stone on f6', de: 'ein Stein auf f6', fr: 'une pierre en f6' }],
      [
        'swap-pieces',
        {
          en: 'the second player takes over the stone',
          de: 'der zweite Spieler übernimmt den Stein',
          fr: 'le second joueur reprend la pierre'
        }
      ],
      [
        'swap-sides',
        {
          en: 'the players exchange their colours',
          de: 'die Spieler tauschen die Farben',
          fr: 'les joueurs échangent leurs couleurs'
        }
      ]
    ]
  },
  arimaa: {
    rules: [
      {
        said: {
          en: 'A turn is up to four steps, with one piece or several. A step leads to a neighbouring square; rabbits never step back.',
          de: 'Ein Zug hat bis zu vier Schritte mit einer oder mehreren Figuren. Ein Schritt führt auf ein Nachbarfeld; Kaninchen gehen nie zurück.',
          fr: 'Un tour compte jusqu’à quatre pas, d’une pièce ou de plusieurs. Un pas mène à une case voisine ; les lapins ne reculent jamais.'
        },
        rules: '',
        start: 'g [       r  c   r                     E            R H            ]'
      },
      {
        said: {
          en: 'A stronger piece pushes a weaker one of the opponent, or pulls it along, in two steps. Push the dog: click it, then where it goes, and step after it.',
          de: 'Eine stärkere Figur schiebt eine schwächere des Gegners oder zieht sie nach, in zwei Schritten. Schieben Sie den Hund: erst er, dann sein Ziel, dann der Elefant nach.',
          fr: 'Une pièce plus forte pousse ou tire une pièce adverse plus faible, en deux pas. Poussez le chien : lui, sa case d’arrivée, puis l’éléphant à sa suite.'
        },
        rules: '',
        start: 'g [      r  r                  d       E           R      R        ]'
      },
      {
        said: {
          en: 'A piece on a trap without a friend beside it is lost. Push the rabbit at b6 onto the trap at c6.',
          de: 'Eine Figur auf einer Falle ohne Freund daneben ist verloren. Schieben Sie das Kaninchen von b6 auf die Falle c6.',
          fr: 'Une pièce sur un piège sans amie à côté est perdue. Poussez le lapin de b6 sur le piège c6.'
        },
        rules: '',
        start: 'g [     r        r  r       E                         R   R        ]'
      },
      {
        said: {
          en: 'A piece next to a stronger one of the opponent is frozen unless a friend stands beside it. The horse cannot move until the cat comes.',
          de: 'Neben einer stärkeren gegnerischen Figur ist eine Figur eingefroren, außer ein Freund steht daneben. Das Pferd kann erst ziehen, wenn die Katze kommt.',
          fr: 'Une pièce à côté d’une plus forte de l’adversaire est gelée, sauf si une amie la touche. Le cheval ne bouge pas avant l’arrivée du chat.'
        },
        rules: '',
        start: 'g [r              r           e       H              R   C         ]'
      },
      {
        said: {
          en: 'A rabbit on the far rank wins.',
          de: 'Ein Kaninchen auf der letzten Reihe gewinnt.',
          fr: 'Un lapin sur la dernière rangée gagne.'
        },
        rules: '',
        start: 'g [         r          R       D          m          H             ]'
      }
    ],
    notation: [
      [
        'Ra1',
        {
          en: 'setup: a gold rabbit on a1',
          de: 'Aufstellung: ein goldenes Kaninchen auf a1',
          fr: 'placement : un lapin d’or en a1'
        }
      ],
      [
        'Ed2n',
        {
          en: 'the gold elephant steps north from d2',
          de: 'der goldene Elefant geht von d2 nach Norden',
          fr: 'l’éléphant d’or va de d2 au nord'
        }
      ],
      [
        'rb6e',
        {
          en: 'small letters are silver; e, s and w are the other ways',
          de: 'kleine Buchstaben sind Silber; e, s und w die anderen Richtungen',
          fr: 'les minuscules sont l’argent ; e, s et w les autres sens'
        }
      ],
      [
        'rc6x',
        {
          en: 'the rabbit on c6 is captured',
          de: 'das Kaninchen auf c6 wird geschlagen',
          fr: 'le lapin en c6 est pris'
        }
      ],
      [
        '2g, 2s',
        {
          en: 'the second turn of gold, of silver',
          de: 'der zweite Zug von Gold, von Silber',
          fr: 'le deuxième tour de l’or, de l’argent'
        }
      ]
    ]
  }
};
