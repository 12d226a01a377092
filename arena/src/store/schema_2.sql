-- Builds: those of a match are part of what it is, those of a game say what played it. Empty where they are not known.
CREATE TABLE new_matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    position TEXT NOT NULL,
    moves TEXT NOT NULL,
    engine_0 TEXT NOT NULL,
    engine_1 TEXT NOT NULL,
    build_0 TEXT NOT NULL,
    build_1 TEXT NOT NULL,
    openings TEXT NOT NULL,
    seed TEXT NOT NULL,
    conditions TEXT NOT NULL,
    games INTEGER NOT NULL,
    sprt TEXT,
    UNIQUE (game, rules, position, moves, engine_0, engine_1, build_0, build_1, openings, seed, conditions)
);
INSERT INTO new_matches SELECT id, game, rules, position, moves, engine_0, engine_1, '', '', openings, seed, conditions, games, sprt
    FROM matches;
DROP TABLE matches;
ALTER TABLE new_matches RENAME TO matches;
ALTER TABLE games ADD COLUMN build_0 TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN build_1 TEXT NOT NULL DEFAULT '';
-- What the digest is made of: 1 the words that version 0.1 had for endings, 2 the columns.
ALTER TABLE games ADD COLUMN digest_kind INTEGER NOT NULL DEFAULT 1;
