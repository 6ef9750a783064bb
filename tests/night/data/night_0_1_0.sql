BEGIN TRANSACTION;
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
INSERT INTO "django_migrations" VALUES(1,'tournament','0001_initial','2026-11-22 20:23:11.504978');
INSERT INTO "django_migrations" VALUES(2,'tournament','0002_single_table','2026-11-22 20:23:11.517934');
INSERT INTO "django_migrations" VALUES(3,'tournament','0003_movements','2026-11-22 20:23:11.665687');
INSERT INTO "django_migrations" VALUES(4,'tournament','0004_four_bells','2026-11-22 20:23:11.774079');
INSERT INTO "django_migrations" VALUES(5,'tally','0001_initial','2026-11-22 20:23:11.820207');
INSERT INTO "django_migrations" VALUES(6,'tally','0002_claims_and_paper','2026-11-22 20:23:11.860208');
INSERT INTO "django_migrations" VALUES(7,'tournament','0005_printed_matter','2026-11-22 20:23:11.902363');
INSERT INTO "django_migrations" VALUES(8,'tournament','0006_wifi_and_prizes','2026-11-22 20:23:11.975032');
INSERT INTO "django_migrations" VALUES(9,'tournament','0007_clocks_and_reveal','2026-11-22 20:23:12.027594');
CREATE TABLE "tally_claim" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "record" text NOT NULL CHECK ((JSON_VALID("record") OR "record" IS NULL)), "key" varchar(64) NOT NULL UNIQUE, "at" datetime NOT NULL, "settled_at" datetime NULL, "alone_by_id" bigint NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "game_id" bigint NOT NULL REFERENCES "tournament_game" ("id") DEFERRABLE INITIALLY DEFERRED, "phone_id" bigint NULL REFERENCES "tournament_phone" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "tally_claim" VALUES(1,2,'{"variant": "progressive-cats", "players": 4, "maker_side": "B", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [0, 2], "defender_tricks": [3, 5], "extras": {}}','9fa854f4a18f48b485d6a7d2a6501f2e','2026-11-22 20:23:12.672213',NULL,NULL,5,3,5);
CREATE TABLE "tally_hand" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "version" smallint unsigned NOT NULL CHECK ("version" >= 0), "record" text NULL CHECK ((JSON_VALID("record") OR "record" IS NULL)), "key" varchar(64) NOT NULL UNIQUE, "at" datetime NOT NULL, "why" varchar(200) NOT NULL, "alone_by_id" bigint NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" bigint NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "game_id" bigint NOT NULL REFERENCES "tournament_game" ("id") DEFERRABLE INITIALLY DEFERRED, "phone_id" bigint NULL REFERENCES "tournament_phone" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_hand_a_version" UNIQUE ("game_id", "number", "version"));
INSERT INTO "tally_hand" VALUES(1,1,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "A", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [3, 4], "defender_tricks": [1, 2], "extras": {}}','dc285159dc794677abe23341accf81f9','2026-11-22 20:23:12.490683','',NULL,1,1,1);
INSERT INTO "tally_hand" VALUES(2,2,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "B", "bid": null, "alone": false, "exchange": 0, "trump": null, "maker_tricks": 5, "defender_tricks": 0, "extras": {}}','907e18e8334c47a39be7f75e234479b4','2026-11-22 20:23:12.497180','',NULL,1,1,1);
INSERT INTO "tally_hand" VALUES(3,3,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "A", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [0, 2], "defender_tricks": [3, 5], "extras": {}}','64cdd5b6907845ef902f3ed9ce5ef3d3','2026-11-22 20:23:12.501227','',NULL,1,1,1);
INSERT INTO "tally_hand" VALUES(4,4,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "B", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [3, 4], "defender_tricks": [1, 2], "extras": {}}','60efa1dc2a5042b7863cc4b24e696bd0','2026-11-22 20:23:12.505294','',NULL,1,1,1);
INSERT INTO "tally_hand" VALUES(5,1,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "A", "bid": null, "alone": false, "exchange": 0, "trump": null, "maker_tricks": 5, "defender_tricks": 0, "extras": {}}','d1f5cbef04804173895d3bd4a602c492','2026-11-22 20:23:12.516691','',NULL,3,2,9);
INSERT INTO "tally_hand" VALUES(6,2,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "B", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [3, 4], "defender_tricks": [1, 2], "extras": {}}','1c7e220b71d9424c807dc65830937b68','2026-11-22 20:23:12.521049','',NULL,3,2,9);
INSERT INTO "tally_hand" VALUES(7,3,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "A", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [3, 4], "defender_tricks": [1, 2], "extras": {}}','b561e4ab21444c8db15f119b857815cd','2026-11-22 20:23:12.524837','',NULL,3,2,9);
INSERT INTO "tally_hand" VALUES(8,3,2,NULL,'41bccc44352f4317881a5c89830ad2e7','2026-11-22 20:23:12.546813','',NULL,3,2,9);
INSERT INTO "tally_hand" VALUES(9,3,3,'{"variant": "progressive-cats", "players": 4, "maker_side": "A", "bid": null, "alone": true, "exchange": 0, "trump": null, "maker_tricks": 5, "defender_tricks": 0, "extras": {}}','a28d5a8903e44d6ca8b4ae822bffd0d8','2026-11-22 20:23:12.555523','',NULL,3,2,9);
INSERT INTO "tally_hand" VALUES(10,4,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "B", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [3, 4], "defender_tricks": [1, 2], "extras": {}}','80ef862a62094eed9c25e46b35d52f69','2026-11-22 20:23:12.604056','',NULL,3,2,9);
INSERT INTO "tally_hand" VALUES(11,1,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "A", "bid": null, "alone": null, "exchange": 0, "trump": null, "maker_tricks": [3, 4], "defender_tricks": [1, 2], "extras": {}}','795de8d1d08d4463a06c50cefc33027d','2026-11-22 20:23:12.660956','',NULL,2,3,2);
INSERT INTO "tally_hand" VALUES(12,2,1,'{"variant": "progressive-cats", "players": 4, "maker_side": "A", "bid": null, "alone": false, "exchange": 0, "trump": null, "maker_tricks": 5, "defender_tricks": 0, "extras": {}}','8b5e9707c19d4adcb9333b7b820d245c','2026-11-22 20:23:12.664823','',NULL,2,3,2);
CREATE TABLE "tally_papertotal" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" smallint unsigned NOT NULL CHECK ("version" >= 0), "ns" smallint NULL, "ew" smallint NULL, "loners" text NOT NULL CHECK ((JSON_VALID("loners") OR "loners" IS NULL)), "key" varchar(64) NOT NULL UNIQUE, "at" datetime NOT NULL, "why" varchar(200) NOT NULL, "entry_id" bigint NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "game_id" bigint NOT NULL REFERENCES "tournament_game" ("id") DEFERRABLE INITIALLY DEFERRED, "phone_id" bigint NULL REFERENCES "tournament_phone" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_total_a_version" UNIQUE ("game_id", "version"));
INSERT INTO "tally_papertotal" VALUES(1,1,7,3,'{}','a-key-of-a-total-1','2026-11-22 20:23:12.680890','cards were wet',NULL,4,NULL);
CREATE TABLE "tally_signature" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "side" varchar(2) NOT NULL, "agrees" bool NOT NULL, "ns" smallint NOT NULL, "ew" smallint NOT NULL, "upto" bigint NOT NULL, "at" datetime NOT NULL, "entry_id" bigint NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "game_id" bigint NOT NULL REFERENCES "tournament_game" ("id") DEFERRABLE INITIALLY DEFERRED, "phone_id" bigint NULL REFERENCES "tournament_phone" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "tally_signature" VALUES(1,'NS',1,1,5,4,'2026-11-22 20:23:12.616582',1,1,1);
INSERT INTO "tally_signature" VALUES(2,'EW',1,1,5,4,'2026-11-22 20:23:12.624974',2,1,2);
INSERT INTO "tally_signature" VALUES(3,'NS',1,6,2,10,'2026-11-22 20:23:12.641144',3,2,9);
INSERT INTO "tally_signature" VALUES(4,'EW',1,6,2,10,'2026-11-22 20:23:12.650083',4,2,4);
INSERT INTO "tally_signature" VALUES(5,'NS',1,7,3,0,'2026-11-22 20:23:12.682943',NULL,4,NULL);
INSERT INTO "tally_signature" VALUES(6,'EW',1,7,3,0,'2026-11-22 20:23:12.683182',NULL,4,NULL);
CREATE TABLE "tournament_bell" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "rung_at" datetime NOT NULL, "rung_by" varchar(60) NOT NULL, "unrung_at" datetime NULL, "round_id" bigint NOT NULL REFERENCES "tournament_round" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "tournament_bell" VALUES(1,'2026-11-22 20:23:12.562116','The organizer',NULL,1);
CREATE TABLE "tournament_chart" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(60) NOT NULL, "players" smallint unsigned NOT NULL CHECK ("players" >= 0), "notation" text NOT NULL, "club_id" bigint NULL REFERENCES "tournament_club" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_chart_a_name" UNIQUE ("club_id", "name"));
INSERT INTO "tournament_chart" VALUES(1,'Three tables',12,'Game    Players - Table 1    Players - Table 2    Players - Table 3
1       1-2 vs 3-4           5-6 vs 7-8           9-10 vs 11-12
2       2-6 vs 3-11          7-9 vs 8-10          1-5 vs 4-12
3       4-11 vs 7-12         2-9 vs 3-8           1-6 vs 5-10
4       2-12 vs 5-9          3-7 vs 4-8           1-11 vs 6-10
5       1-7 vs 4-10          3-9 vs 5-11          2-8 vs 6-12
6       3-10 vs 5-12         1-8 vs 2-7           4-9 vs 6-11
7       6-8 vs 9-11          2-4 vs 10-12         1-3 vs 5-7
8       3-6 vs 7-10          1-4 vs 9-12          2-11 vs 5-8
9       1-10 vs 8-11         3-12 vs 6-9          2-5 vs 4-7
10      1-12 vs 6-7          4-5 vs 10-11         2-3 vs 8-9
11      1-9 vs 7-11          2-10 vs 3-5          4-6 vs 8-12
',NULL);
INSERT INTO "tournament_chart" VALUES(2,'Two tables',8,'Game    Players - Table 1    Players - Table 2
1       1-6 vs 2-5           3-8 vs 4-7
2       2-3 vs 5-8           1-4 vs 6-7
3       1-8 vs 3-6           2-7 vs 4-5
4       1-2 vs 3-4           5-6 vs 7-8
5       1-7 vs 2-8           3-5 vs 4-6
6       2-6 vs 3-7           1-5 vs 4-8
7       2-4 vs 6-8           1-3 vs 5-7
',NULL);
CREATE TABLE "tournament_club" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(80) NOT NULL, "key" varchar(40) NOT NULL UNIQUE, "is_demo" bool NOT NULL);
INSERT INTO "tournament_club" VALUES(1,'Our club','HBP2TFDZNKJJ4PYGAKFP',0);
CREATE TABLE "tournament_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL, "number" smallint unsigned NULL CHECK ("number" >= 0), "key" varchar(16) NOT NULL UNIQUE, "arrived_at" datetime NOT NULL, "night_id" bigint NOT NULL REFERENCES "tournament_night" ("id") DEFERRABLE INITIALLY DEFERRED, "player_id" bigint NOT NULL REFERENCES "tournament_player" ("id") DEFERRABLE INITIALLY DEFERRED, "is_ghost" bool NOT NULL, "left_at" datetime NULL, CONSTRAINT "one_player_a_number" UNIQUE ("night_id", "number"));
INSERT INTO "tournament_entry" VALUES(1,'Ann Miller',1,'A9QF8RV6','2026-11-22 20:23:12.314845',1,1,0,NULL);
INSERT INTO "tournament_entry" VALUES(2,'Bob Stone',2,'K867F6HN','2026-11-22 20:23:12.314909',1,2,0,NULL);
INSERT INTO "tournament_entry" VALUES(3,'Carl Weiss',3,'JKBJ7KPA','2026-11-22 20:23:12.314938',1,3,0,NULL);
INSERT INTO "tournament_entry" VALUES(4,'Ina Berg',4,'WDVXK8FD','2026-11-22 20:23:12.314976',1,9,0,NULL);
INSERT INTO "tournament_entry" VALUES(5,'Eve Lang',5,'P2P4MPCT','2026-11-22 20:23:12.315002',1,5,0,NULL);
INSERT INTO "tournament_entry" VALUES(6,'Fay Young',6,'FXXRUYDZ','2026-11-22 20:23:12.315027',1,6,0,NULL);
INSERT INTO "tournament_entry" VALUES(7,'Gus Hale',7,'3C6PPW9S','2026-11-22 20:23:12.315053',1,7,0,NULL);
INSERT INTO "tournament_entry" VALUES(8,'Hal York',8,'K6QQS66E','2026-11-22 20:23:12.315078',1,8,0,NULL);
CREATE TABLE "tournament_event" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "at" datetime NOT NULL, "topics" text NOT NULL, "who" varchar(60) NOT NULL, "text" varchar(300) NOT NULL, "night_id" bigint NOT NULL REFERENCES "tournament_night" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "tournament_event" VALUES(1,'2026-11-22 20:23:12.295224','desk','The organizer','began a night',1);
INSERT INTO "tournament_event" VALUES(2,'2026-11-22 20:23:12.302650','tested test-0a1b2c3d','A phone','has reached this laptop; live messages arrive in 0.1 s; taps are kept while the Wi-Fi is away',1);
INSERT INTO "tournament_event" VALUES(3,'2026-11-22 20:23:12.315964','desk','The organizer','signed up Ann M., Bob S., Carl W., Dee O., Eve L., Fay Y., Gus H., Hal Y.',1);
INSERT INTO "tournament_event" VALUES(4,'2026-11-22 20:23:12.322410','room','The organizer','numbered everybody by arrival',1);
INSERT INTO "tournament_event" VALUES(5,'2026-11-22 20:23:12.328058','desk','The organizer','changed bell by: Each table plays its hands; the bell is for those that lag → A clock rings it',1);
INSERT INTO "tournament_event" VALUES(6,'2026-11-22 20:23:12.350754','room desk','The organizer','started the night with 8 players',1);
INSERT INTO "tournament_event" VALUES(7,'2026-11-22 20:23:12.362596','entry-1','1 Ann M.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(8,'2026-11-22 20:23:12.372704','entry-2','2 Bob S.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(9,'2026-11-22 20:23:12.385139','entry-3','3 Carl W.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(10,'2026-11-22 20:23:12.397104','entry-4','4 Dee O.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(11,'2026-11-22 20:23:12.409041','entry-5','5 Eve L.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(12,'2026-11-22 20:23:12.420507','entry-6','6 Fay Y.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(13,'2026-11-22 20:23:12.432549','entry-7','7 Gus H.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(14,'2026-11-22 20:23:12.444886','entry-8','8 Hal Y.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(15,'2026-11-22 20:23:12.456403','entry-3','3 Carl W.','plays with a new phone',1);
INSERT INTO "tournament_event" VALUES(16,'2026-11-22 20:23:12.468695','room','The organizer','started the clock of game 1: 15 minutes',1);
INSERT INTO "tournament_event" VALUES(17,'2026-11-22 20:23:12.491973','entry-1 entry-2 entry-5 entry-6 board','1 Ann M.','recorded hand 1 of game 1 at table 1',1);
INSERT INTO "tournament_event" VALUES(18,'2026-11-22 20:23:12.497568','entry-1 entry-2 entry-5 entry-6 board','1 Ann M.','recorded hand 2 of game 1 at table 1',1);
INSERT INTO "tournament_event" VALUES(19,'2026-11-22 20:23:12.501795','entry-1 entry-2 entry-5 entry-6 board','1 Ann M.','recorded hand 3 of game 1 at table 1',1);
INSERT INTO "tournament_event" VALUES(20,'2026-11-22 20:23:12.505859','entry-1 entry-2 entry-5 entry-6 board','1 Ann M.','recorded hand 4 of game 1 at table 1',1);
INSERT INTO "tournament_event" VALUES(21,'2026-11-22 20:23:12.517396','entry-3 entry-4 entry-7 entry-8 board','3 Carl W.','recorded hand 1 of game 1 at table 2',1);
INSERT INTO "tournament_event" VALUES(22,'2026-11-22 20:23:12.521396','entry-3 entry-4 entry-7 entry-8 board','3 Carl W.','recorded hand 2 of game 1 at table 2',1);
INSERT INTO "tournament_event" VALUES(23,'2026-11-22 20:23:12.525212','entry-3 entry-4 entry-7 entry-8 board','3 Carl W.','recorded hand 3 of game 1 at table 2',1);
INSERT INTO "tournament_event" VALUES(24,'2026-11-22 20:23:12.548751','entry-3 entry-4 entry-7 entry-8 board','3 Carl W.','took back hand 3 of game 1 at table 2: 1–0 → not played, the game 3–1 → 2–1',1);
INSERT INTO "tournament_event" VALUES(25,'2026-11-22 20:23:12.557487','entry-3 entry-4 entry-7 entry-8 board','3 Carl W.','recorded hand 3 of game 1 at table 2',1);
INSERT INTO "tournament_event" VALUES(26,'2026-11-22 20:23:12.571137','bell board','The organizer','The bell! Tables still at game 1 finish this hand and agree the score.',1);
INSERT INTO "tournament_event" VALUES(27,'2026-11-22 20:23:12.578703','told-3 told-4 told-7 told-8 entry-3 entry-4 entry-7 entry-8 board','The organizer','3 more minutes for your table, table 2.',1);
INSERT INTO "tournament_event" VALUES(28,'2026-11-22 20:23:12.591125','extra-2 bell-3 bell-4 bell-7 bell-8 entry-3 entry-4 entry-7 entry-8 board','The clock','The bell! Table 2: finish this hand and agree the score.',1);
INSERT INTO "tournament_event" VALUES(29,'2026-11-22 20:23:12.604460','entry-3 entry-4 entry-7 entry-8 board','3 Carl W.','recorded hand 4 of game 1 at table 2',1);
INSERT INTO "tournament_event" VALUES(30,'2026-11-22 20:23:12.616990','entry-1 entry-2 entry-5 entry-6 board','1 Ann M.','agreed to the score of game 1 at table 1',1);
INSERT INTO "tournament_event" VALUES(31,'2026-11-22 20:23:12.627142','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board signed','2 Bob S.','agreed to the score of game 1 at table 1: now both sides agree',1);
INSERT INTO "tournament_event" VALUES(32,'2026-11-22 20:23:12.641463','entry-3 entry-4 entry-7 entry-8 board','3 Carl W.','agreed to the score of game 1 at table 2',1);
INSERT INTO "tournament_event" VALUES(33,'2026-11-22 20:23:12.651263','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board signed','4 Dee O.','agreed to the score of game 1 at table 2: now both sides agree',1);
INSERT INTO "tournament_event" VALUES(34,'2026-11-22 20:23:12.661596','entry-2 entry-3 entry-5 entry-8 board','2 Bob S.','recorded hand 1 of game 2 at table 1',1);
INSERT INTO "tournament_event" VALUES(35,'2026-11-22 20:23:12.665146','entry-2 entry-3 entry-5 entry-8 board','2 Bob S.','recorded hand 2 of game 2 at table 1',1);
INSERT INTO "tournament_event" VALUES(36,'2026-11-22 20:23:12.672702','entry-2 entry-3 entry-5 entry-8 board','5 Eve L.','said otherwise of hand 2 of game 2 at table 1',1);
INSERT INTO "tournament_event" VALUES(37,'2026-11-22 20:23:12.681796','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board total-051b5f9e83618ac8','The organizer','wrote the total of game 2 at table 2 from paper: nothing yet → 7–3. Why: cards were wet',1);
INSERT INTO "tournament_event" VALUES(38,'2026-11-22 20:23:12.689412','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board signed','The organizer','agreed to the score of game 2 at table 2: now both sides agree',1);
INSERT INTO "tournament_event" VALUES(39,'2026-11-22 20:23:12.701219','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board total-b761f840ef6b3827','The organizer','wrote the total of game 3 at table 2 from paper: nothing yet → 5–4',1);
INSERT INTO "tournament_event" VALUES(40,'2026-11-22 20:23:12.703540','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board signed','The organizer','agreed to the score of game 3 at table 2: now both sides agree',1);
INSERT INTO "tournament_event" VALUES(41,'2026-11-22 20:23:12.721026','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board signed','The organizer','opened game 3 at table 2 again',1);
INSERT INTO "tournament_event" VALUES(42,'2026-11-22 20:23:12.723534','entry-1 entry-2 entry-3 entry-4 entry-5 entry-6 entry-7 entry-8 board signed total-a0fec1ce102e4596','The organizer','took back the total from paper of game 3 at table 2: 5–4 → nothing yet',1);
INSERT INTO "tournament_event" VALUES(43,'2026-11-22 20:23:12.753336','room','The organizer','put in a substitute: Ina B. plays on for 4 Dee O.. Why: went home sick',1);
INSERT INTO "tournament_event" VALUES(44,'2026-11-22 20:23:12.761989','room','The organizer','stopped the clock of game 2',1);
CREATE TABLE "tournament_game" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "table" smallint unsigned NOT NULL CHECK ("table" >= 0), "started_at" datetime NULL, "signed_at" datetime NULL, "winner" varchar(2) NOT NULL, "round_id" bigint NOT NULL REFERENCES "tournament_round" ("id") DEFERRABLE INITIALLY DEFERRED, "extra_until" datetime NULL, "tie_to" varchar(2) NOT NULL, CONSTRAINT "one_game_a_table" UNIQUE ("round_id", "table"));
INSERT INTO "tournament_game" VALUES(1,1,'2026-11-22 20:23:12.491013','2026-11-22 20:23:12.625413','EW',1,NULL,'');
INSERT INTO "tournament_game" VALUES(2,2,'2026-11-22 20:23:12.516918','2026-11-22 20:23:12.650664','NS',1,'2026-11-22 20:23:07.579594','');
INSERT INTO "tournament_game" VALUES(3,1,'2026-11-22 20:23:12.661161',NULL,'',2,NULL,'');
INSERT INTO "tournament_game" VALUES(4,2,'2026-11-22 20:23:12.683588','2026-11-22 20:23:12.683588','NS',2,NULL,'');
INSERT INTO "tournament_game" VALUES(5,1,NULL,NULL,'',3,NULL,'');
INSERT INTO "tournament_game" VALUES(6,2,NULL,NULL,'',3,NULL,'');
INSERT INTO "tournament_game" VALUES(7,1,NULL,NULL,'',4,NULL,'');
INSERT INTO "tournament_game" VALUES(8,2,NULL,NULL,'',4,NULL,'');
INSERT INTO "tournament_game" VALUES(9,1,NULL,NULL,'',5,NULL,'');
INSERT INTO "tournament_game" VALUES(10,2,NULL,NULL,'',5,NULL,'');
INSERT INTO "tournament_game" VALUES(11,1,NULL,NULL,'',6,NULL,'');
INSERT INTO "tournament_game" VALUES(12,2,NULL,NULL,'',6,NULL,'');
INSERT INTO "tournament_game" VALUES(13,1,NULL,NULL,'',7,NULL,'');
INSERT INTO "tournament_game" VALUES(14,2,NULL,NULL,'',7,NULL,'');
CREATE TABLE "tournament_night" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "slug" varchar(20) NOT NULL UNIQUE, "name" varchar(60) NOT NULL, "date" date NOT NULL, "status" varchar(10) NOT NULL, "variant" varchar(40) NOT NULL, "house_rules" text NOT NULL CHECK ((JSON_VALID("house_rules") OR "house_rules" IS NULL)), "deals" smallint unsigned NOT NULL CHECK ("deals" >= 0), "bell_by" varchar(12) NOT NULL, "count_loners" bool NOT NULL, "paper" varchar(6) NOT NULL, "chart_name" varchar(60) NOT NULL, "chart" text NOT NULL, "opened_at" datetime NULL, "closed_at" datetime NULL, "chosen_chart_id" bigint NULL REFERENCES "tournament_chart" ("id") DEFERRABLE INITIALLY DEFERRED, "club_id" bigint NOT NULL REFERENCES "tournament_club" ("id") DEFERRABLE INITIALLY DEFERRED, "kind" varchar(12) NOT NULL, "drawn" text NOT NULL, "even_head_table" bool NOT NULL, "games" smallint unsigned NOT NULL CHECK ("games" >= 0), "movement" varchar(12) NOT NULL, "seed" integer unsigned NOT NULL CHECK ("seed" >= 0), "hidden_games" smallint unsigned NOT NULL CHECK ("hidden_games" >= 0), "minutes" smallint unsigned NOT NULL CHECK ("minutes" >= 0), "pause" smallint unsigned NOT NULL CHECK ("pause" >= 0), "tie_by" varchar(5) NOT NULL, "crop_marks" bool NOT NULL, "large_print" bool NOT NULL, "prizes" text NOT NULL CHECK ((JSON_VALID("prizes") OR "prizes" IS NULL)), "wifi_name" varchar(32) NOT NULL, "wifi_password" varchar(63) NOT NULL, "revealed_at" datetime NULL);
INSERT INTO "tournament_night" VALUES(1,'fj35t6','Euchre Night','2026-11-22','playing','progressive-cats','{}',4,'clock',0,'letter','Two tables','Game    Players - Table 1    Players - Table 2
1       1-6 vs 2-5           3-8 vs 4-7
2       2-3 vs 5-8           1-4 vs 6-7
3       1-8 vs 3-6           2-7 vs 4-5
4       1-2 vs 3-4           5-6 vs 7-8
5       1-7 vs 2-8           3-5 vs 4-6
6       2-6 vs 3-7           1-5 vs 4-8
7       2-4 vs 6-8           1-3 vs 5-7
','2026-11-22 20:23:12.333016',NULL,NULL,1,'progressive','',0,0,'',1974199587,0,15,3,'last',0,0,'{}','','',NULL);
CREATE TABLE "tournament_phone" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "token" varchar(40) NOT NULL, "claimed_at" datetime NOT NULL, "retired_at" datetime NULL, "entry_id" bigint NOT NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "tournament_phone" VALUES(1,'token-of-1','2026-11-22 20:23:12.362212',NULL,1);
INSERT INTO "tournament_phone" VALUES(2,'token-of-2','2026-11-22 20:23:12.372451',NULL,2);
INSERT INTO "tournament_phone" VALUES(3,'token-of-3','2026-11-22 20:23:12.384880','2026-11-22 20:23:12.454698',3);
INSERT INTO "tournament_phone" VALUES(4,'token-of-4','2026-11-22 20:23:12.396838','2026-11-22 20:23:12.753019',4);
INSERT INTO "tournament_phone" VALUES(5,'token-of-5','2026-11-22 20:23:12.408796',NULL,5);
INSERT INTO "tournament_phone" VALUES(6,'token-of-6','2026-11-22 20:23:12.420258',NULL,6);
INSERT INTO "tournament_phone" VALUES(7,'token-of-7','2026-11-22 20:23:12.432302',NULL,7);
INSERT INTO "tournament_phone" VALUES(8,'token-of-8','2026-11-22 20:23:12.444637','2026-11-22 20:23:12.744691',8);
INSERT INTO "tournament_phone" VALUES(9,'token-of-3-again','2026-11-22 20:23:12.456173',NULL,3);
CREATE TABLE "tournament_place" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seat" varchar(1) NOT NULL, "entry_id" bigint NOT NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "game_id" bigint NOT NULL REFERENCES "tournament_game" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_player_a_seat" UNIQUE ("game_id", "seat"), CONSTRAINT "one_seat_a_player" UNIQUE ("game_id", "entry_id"));
INSERT INTO "tournament_place" VALUES(1,'N',1,1);
INSERT INTO "tournament_place" VALUES(2,'E',2,1);
INSERT INTO "tournament_place" VALUES(3,'S',6,1);
INSERT INTO "tournament_place" VALUES(4,'W',5,1);
INSERT INTO "tournament_place" VALUES(5,'N',3,2);
INSERT INTO "tournament_place" VALUES(6,'E',4,2);
INSERT INTO "tournament_place" VALUES(7,'S',8,2);
INSERT INTO "tournament_place" VALUES(8,'W',7,2);
INSERT INTO "tournament_place" VALUES(9,'N',2,3);
INSERT INTO "tournament_place" VALUES(10,'E',5,3);
INSERT INTO "tournament_place" VALUES(11,'S',3,3);
INSERT INTO "tournament_place" VALUES(12,'W',8,3);
INSERT INTO "tournament_place" VALUES(13,'N',1,4);
INSERT INTO "tournament_place" VALUES(14,'E',6,4);
INSERT INTO "tournament_place" VALUES(15,'S',4,4);
INSERT INTO "tournament_place" VALUES(16,'W',7,4);
INSERT INTO "tournament_place" VALUES(17,'N',1,5);
INSERT INTO "tournament_place" VALUES(18,'E',3,5);
INSERT INTO "tournament_place" VALUES(19,'S',8,5);
INSERT INTO "tournament_place" VALUES(20,'W',6,5);
INSERT INTO "tournament_place" VALUES(21,'N',2,6);
INSERT INTO "tournament_place" VALUES(22,'E',4,6);
INSERT INTO "tournament_place" VALUES(23,'S',7,6);
INSERT INTO "tournament_place" VALUES(24,'W',5,6);
INSERT INTO "tournament_place" VALUES(25,'N',1,7);
INSERT INTO "tournament_place" VALUES(26,'E',3,7);
INSERT INTO "tournament_place" VALUES(27,'S',2,7);
INSERT INTO "tournament_place" VALUES(28,'W',4,7);
INSERT INTO "tournament_place" VALUES(29,'N',5,8);
INSERT INTO "tournament_place" VALUES(30,'E',7,8);
INSERT INTO "tournament_place" VALUES(31,'S',6,8);
INSERT INTO "tournament_place" VALUES(32,'W',8,8);
INSERT INTO "tournament_place" VALUES(33,'N',1,9);
INSERT INTO "tournament_place" VALUES(34,'E',2,9);
INSERT INTO "tournament_place" VALUES(35,'S',7,9);
INSERT INTO "tournament_place" VALUES(36,'W',8,9);
INSERT INTO "tournament_place" VALUES(37,'N',3,10);
INSERT INTO "tournament_place" VALUES(38,'E',4,10);
INSERT INTO "tournament_place" VALUES(39,'S',5,10);
INSERT INTO "tournament_place" VALUES(40,'W',6,10);
INSERT INTO "tournament_place" VALUES(41,'N',2,11);
INSERT INTO "tournament_place" VALUES(42,'E',3,11);
INSERT INTO "tournament_place" VALUES(43,'S',6,11);
INSERT INTO "tournament_place" VALUES(44,'W',7,11);
INSERT INTO "tournament_place" VALUES(45,'N',1,12);
INSERT INTO "tournament_place" VALUES(46,'E',4,12);
INSERT INTO "tournament_place" VALUES(47,'S',5,12);
INSERT INTO "tournament_place" VALUES(48,'W',8,12);
INSERT INTO "tournament_place" VALUES(49,'N',2,13);
INSERT INTO "tournament_place" VALUES(50,'E',6,13);
INSERT INTO "tournament_place" VALUES(51,'S',4,13);
INSERT INTO "tournament_place" VALUES(52,'W',8,13);
INSERT INTO "tournament_place" VALUES(53,'N',1,14);
INSERT INTO "tournament_place" VALUES(54,'E',5,14);
INSERT INTO "tournament_place" VALUES(55,'S',3,14);
INSERT INTO "tournament_place" VALUES(56,'W',7,14);
CREATE TABLE "tournament_player" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL, "club_id" bigint NOT NULL REFERENCES "tournament_club" ("id") DEFERRABLE INITIALLY DEFERRED);
INSERT INTO "tournament_player" VALUES(1,'Ann Miller',1);
INSERT INTO "tournament_player" VALUES(2,'Bob Stone',1);
INSERT INTO "tournament_player" VALUES(3,'Carl Weiss',1);
INSERT INTO "tournament_player" VALUES(4,'Dee Ortiz',1);
INSERT INTO "tournament_player" VALUES(5,'Eve Lang',1);
INSERT INTO "tournament_player" VALUES(6,'Fay Young',1);
INSERT INTO "tournament_player" VALUES(7,'Gus Hale',1);
INSERT INTO "tournament_player" VALUES(8,'Hal York',1);
INSERT INTO "tournament_player" VALUES(9,'Ina Berg',1);
CREATE TABLE "tournament_round" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "night_id" bigint NOT NULL REFERENCES "tournament_night" ("id") DEFERRABLE INITIALLY DEFERRED, "rings_at" datetime NULL, "warned_at" datetime NULL, "next_clock" text NULL CHECK ((JSON_VALID("next_clock") OR "next_clock" IS NULL)), "starts_at" datetime NULL, CONSTRAINT "one_round_a_number" UNIQUE ("night_id", "number"));
INSERT INTO "tournament_round" VALUES(1,1,1,NULL,NULL,NULL,NULL);
INSERT INTO "tournament_round" VALUES(2,2,1,NULL,NULL,NULL,NULL);
INSERT INTO "tournament_round" VALUES(3,3,1,NULL,NULL,NULL,NULL);
INSERT INTO "tournament_round" VALUES(4,4,1,NULL,NULL,NULL,NULL);
INSERT INTO "tournament_round" VALUES(5,5,1,NULL,NULL,NULL,NULL);
INSERT INTO "tournament_round" VALUES(6,6,1,NULL,NULL,NULL,NULL);
INSERT INTO "tournament_round" VALUES(7,7,1,NULL,NULL,NULL,NULL);
CREATE TABLE "tournament_sitout" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "entry_id" bigint NOT NULL REFERENCES "tournament_entry" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NOT NULL REFERENCES "tournament_round" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_rest_a_round" UNIQUE ("round_id", "entry_id"));
CREATE INDEX "tournament_event_night_id_6be236e7" ON "tournament_event" ("night_id");
CREATE INDEX "tournament_phone_token_9f614818" ON "tournament_phone" ("token");
CREATE INDEX "tournament_phone_entry_id_0e84aada" ON "tournament_phone" ("entry_id");
CREATE INDEX "tournament_player_club_id_15bc9640" ON "tournament_player" ("club_id");
CREATE INDEX "tournament_bell_round_id_58e739f3" ON "tournament_bell" ("round_id");
CREATE INDEX "tournament_chart_club_id_be79908b" ON "tournament_chart" ("club_id");
CREATE UNIQUE INDEX "one_printed_chart_a_name" ON "tournament_chart" ("name") WHERE "club_id" IS NULL;
CREATE INDEX "events_of_a_night" ON "tournament_event" ("night_id", "id");
CREATE UNIQUE INDEX "one_phone_a_player" ON "tournament_phone" ("entry_id") WHERE "retired_at" IS NULL;
CREATE INDEX "tournament_place_entry_id_d1fd96ec" ON "tournament_place" ("entry_id");
CREATE INDEX "tournament_place_game_id_6e147687" ON "tournament_place" ("game_id");
CREATE INDEX "tournament_round_night_id_6a42d0cf" ON "tournament_round" ("night_id");
CREATE UNIQUE INDEX "one_bell_a_round" ON "tournament_bell" ("round_id") WHERE "unrung_at" IS NULL;
CREATE INDEX "tournament_entry_night_id_fec88b99" ON "tournament_entry" ("night_id");
CREATE INDEX "tournament_entry_player_id_79332bc5" ON "tournament_entry" ("player_id");
CREATE UNIQUE INDEX "one_ghost_a_night" ON "tournament_entry" ("night_id") WHERE "is_ghost";
CREATE INDEX "tournament_sitout_entry_id_3ddc4df8" ON "tournament_sitout" ("entry_id");
CREATE INDEX "tournament_sitout_round_id_1d8510d8" ON "tournament_sitout" ("round_id");
CREATE INDEX "tournament_game_round_id_19c3b94a" ON "tournament_game" ("round_id");
CREATE INDEX "tally_signature_entry_id_63bdaf1f" ON "tally_signature" ("entry_id");
CREATE INDEX "tally_signature_game_id_f11de0af" ON "tally_signature" ("game_id");
CREATE INDEX "tally_signature_phone_id_cdb6135b" ON "tally_signature" ("phone_id");
CREATE INDEX "tally_hand_alone_by_id_1d8d2037" ON "tally_hand" ("alone_by_id");
CREATE INDEX "tally_hand_entry_id_d0c58bc7" ON "tally_hand" ("entry_id");
CREATE INDEX "tally_hand_game_id_7a0dc2e9" ON "tally_hand" ("game_id");
CREATE INDEX "tally_hand_phone_id_daa7a2cf" ON "tally_hand" ("phone_id");
CREATE UNIQUE INDEX "one_open_claim_a_game" ON "tally_claim" ("game_id") WHERE "settled_at" IS NULL;
CREATE INDEX "tally_claim_alone_by_id_e6a04dc5" ON "tally_claim" ("alone_by_id");
CREATE INDEX "tally_claim_entry_id_db101acc" ON "tally_claim" ("entry_id");
CREATE INDEX "tally_claim_game_id_8a29bfd6" ON "tally_claim" ("game_id");
CREATE INDEX "tally_claim_phone_id_9002e80d" ON "tally_claim" ("phone_id");
CREATE INDEX "tally_papertotal_entry_id_0282166e" ON "tally_papertotal" ("entry_id");
CREATE INDEX "tally_papertotal_game_id_fd000edc" ON "tally_papertotal" ("game_id");
CREATE INDEX "tally_papertotal_phone_id_fb27bd2e" ON "tally_papertotal" ("phone_id");
CREATE INDEX "tournament_night_chosen_chart_id_49b8e9ad" ON "tournament_night" ("chosen_chart_id");
CREATE INDEX "tournament_night_club_id_4b97d979" ON "tournament_night" ("club_id");
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tournament_chart',2);
INSERT INTO "sqlite_sequence" VALUES('tournament_place',56);
INSERT INTO "sqlite_sequence" VALUES('tournament_round',7);
INSERT INTO "sqlite_sequence" VALUES('django_migrations',9);
INSERT INTO "sqlite_sequence" VALUES('tournament_entry',8);
INSERT INTO "sqlite_sequence" VALUES('tournament_sitout',0);
INSERT INTO "sqlite_sequence" VALUES('tournament_game',14);
INSERT INTO "sqlite_sequence" VALUES('tournament_night',1);
INSERT INTO "sqlite_sequence" VALUES('tournament_club',1);
INSERT INTO "sqlite_sequence" VALUES('tournament_event',44);
INSERT INTO "sqlite_sequence" VALUES('tournament_player',9);
INSERT INTO "sqlite_sequence" VALUES('tournament_phone',9);
INSERT INTO "sqlite_sequence" VALUES('tally_hand',12);
INSERT INTO "sqlite_sequence" VALUES('tournament_bell',1);
INSERT INTO "sqlite_sequence" VALUES('tally_signature',8);
INSERT INTO "sqlite_sequence" VALUES('tally_claim',1);
INSERT INTO "sqlite_sequence" VALUES('tally_papertotal',3);
COMMIT;
