BEGIN TRANSACTION;
CREATE TABLE aliases (name TEXT PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "aliases" VALUES('Adah','Ada');
CREATE TABLE cars (
        game TEXT NOT NULL, number INTEGER NOT NULL, car INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        shared INTEGER NOT NULL, grid INTEGER NOT NULL, place INTEGER NOT NULL, finished INTEGER NOT NULL,
        points INTEGER NOT NULL, figures TEXT NOT NULL,
        PRIMARY KEY (game, number, car),
        FOREIGN KEY (game, number) REFERENCES races ON DELETE CASCADE
    ) WITHOUT ROWID;
INSERT INTO "cars" VALUES('game-1',1,0,'person','Ada',0,1,1,1,0,'{"rounds": 11, "spins": 0, "top_speed": 10}');
INSERT INTO "cars" VALUES('game-1',1,1,'person','Bo',0,2,2,1,0,'{"rounds": 12, "spins": 0, "top_speed": 10}');
INSERT INTO "cars" VALUES('game-2',1,0,'person','Ada',0,2,2,1,0,'{"rounds": 12, "spins": 0, "top_speed": 10}');
INSERT INTO "cars" VALUES('game-2',1,1,'person','Bo',0,1,1,1,0,'{"rounds": 11, "spins": 0, "top_speed": 10}');
CREATE TABLE races (
        game TEXT NOT NULL, number INTEGER NOT NULL, save TEXT NOT NULL, changed TEXT NOT NULL, ended TEXT NOT NULL,
        season TEXT NOT NULL, races INTEGER NOT NULL, track TEXT NOT NULL, track_name TEXT NOT NULL,
        course TEXT NOT NULL, laps INTEGER NOT NULL, rules TEXT NOT NULL, seed INTEGER NOT NULL,
        line TEXT NOT NULL, rounds INTEGER NOT NULL, margin INTEGER,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
INSERT INTO "races" VALUES('game-1',1,'race-1','2026-05-02T12:00:00.000Z','2026-05-02T12:00:00.000Z','',1,'usa','USA','0',2,'',1,'line-1',12,3);
INSERT INTO "races" VALUES('game-2',1,'race-2','2026-05-03T12:00:00.000Z','2026-05-03T12:00:00.000Z','',1,'usa','USA','0',2,'',2,'line-2',12,3);
CREATE TABLE saves (name TEXT PRIMARY KEY, time INTEGER NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "saves" VALUES('race-1',1700000000000000000,12345);
CREATE INDEX lines ON races (line);
COMMIT;
PRAGMA user_version = 1;
