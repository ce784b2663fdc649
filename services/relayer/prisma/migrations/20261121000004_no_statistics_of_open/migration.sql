-- What is open now has nothing to do with what was open when the tables were analyzed, in a quiet hour. With statistics
-- that say "nothing", the planner takes the index of what is open for empty, and reads all of it for every row: a thousand
-- open nonces then cost a minute. Without statistics it looks rows up by their keys. The change of type, to the same one,
-- throws away those that were gathered.
ALTER TABLE "settlements"
    ALTER COLUMN "state" TYPE TEXT,
    ALTER COLUMN "state" SET STATISTICS 0,
    ALTER COLUMN "next_step_at" TYPE TIMESTAMPTZ(3),
    ALTER COLUMN "next_step_at" SET STATISTICS 0;

ALTER TABLE "nonce_slots"
    ALTER COLUMN "closed_hash" TYPE TEXT,
    ALTER COLUMN "closed_hash" SET STATISTICS 0,
    ALTER COLUMN "abandoned_at" TYPE TIMESTAMPTZ(3),
    ALTER COLUMN "abandoned_at" SET STATISTICS 0;

ALTER TABLE "slot_members"
    ALTER COLUMN "is_open" TYPE BOOLEAN,
    ALTER COLUMN "is_open" SET STATISTICS 0;
