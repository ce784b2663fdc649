-- What is open now has nothing to do with what was open when the tables were analyzed, in a quiet hour. With statistics
-- that say "nothing", the planner takes the index of what is open for empty, and reads all of it for every row: a thousand
-- open nonces then cost a minute. Without statistics it looks rows up by their keys. The change of type, to the same one,
-- throws away those that were gathered. Each table has a migration of its own: none is locked while another is waited for.
ALTER TABLE "settlements"
    ALTER COLUMN "state" TYPE TEXT,
    ALTER COLUMN "state" SET STATISTICS 0,
    ALTER COLUMN "next_step_at" TYPE TIMESTAMPTZ(3),
    ALTER COLUMN "next_step_at" SET STATISTICS 0;
