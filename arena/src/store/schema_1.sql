-- Times are whole nanoseconds, scores as in plywood_search::Score, engines 0 and 1.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    position TEXT NOT NULL,
    moves TEXT NOT NULL,
    engine_0 TEXT NOT NULL,
    engine_1 TEXT NOT NULL,
    openings TEXT NOT NULL,
    seed TEXT NOT NULL,
    conditions TEXT NOT NULL,
    -- How much was asked for last: not part of what the match is.
    games INTEGER NOT NULL,
    sprt TEXT,
    UNIQUE (game, rules, position, moves, engine_0, engine_1, openings, seed, conditions)
);
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    -- Which engine was the first player, and what both were in this game, seeds included.
    first INTEGER NOT NULL,
    first_player TEXT NOT NULL,
    second_player TEXT NOT NULL,
    position TEXT NOT NULL,
    opening_plies INTEGER NOT NULL,
    moves TEXT NOT NULL,
    -- 1-0, 0-1 or 1/2-1/2.
    result TEXT NOT NULL,
    ending TEXT NOT NULL,
    loser INTEGER,
    answer TEXT,
    detail TEXT,
    amount INTEGER,
    -- The version of plywood, and when the game was stored, in universal time.
    version TEXT NOT NULL,
    stored TEXT NOT NULL,
    -- Over everything that is stored of the game, its turns included.
    digest INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE turns (
    match INTEGER NOT NULL,
    game INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    engine INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    score INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    elapsed INTEGER NOT NULL,
    PRIMARY KEY (match, game, turn)
) WITHOUT ROWID;
-- Processes that play, and the games that they are playing. One that has not been seen for a while is dead, and its games are free.
CREATE TABLE players (
    player TEXT PRIMARY KEY,
    seen REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE claims (
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
-- Whose file it is: `plyw`.
PRAGMA application_id = 1886157175;
