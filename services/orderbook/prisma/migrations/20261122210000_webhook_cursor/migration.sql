-- How far in the outbox events became webhook deliveries. It was a row among the running counts of statistics.
CREATE TABLE "webhook_cursor" (
    "id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "webhook_cursor_pkey" PRIMARY KEY ("id")
);

-- A replica of the release before reads and moves the row of old, also after a rollback: each of the two follows the other. The
-- release after this one drops the triggers and the row. (\003B is a semicolon: some tools end a statement at each one, also
-- inside of a function.)
CREATE FUNCTION webhook_cursor_follows() RETURNS TRIGGER LANGUAGE plpgsql AS U&'
BEGIN
    INSERT INTO webhook_cursor AS c (id, seq) VALUES (1, NEW.value)
    ON CONFLICT (id) DO UPDATE SET seq = excluded.seq WHERE c.seq < excluded.seq\003B
    RETURN NEW\003B
END';
CREATE TRIGGER "webhook_cursor_follows" AFTER INSERT OR UPDATE ON "stats_counters"
    FOR EACH ROW WHEN (NEW.name = 'webhook_seq') EXECUTE FUNCTION webhook_cursor_follows();

CREATE FUNCTION webhook_seq_follows() RETURNS TRIGGER LANGUAGE plpgsql AS U&'
BEGIN
    INSERT INTO stats_counters AS c (name, value) VALUES (''webhook_seq'', NEW.seq)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE c.value < excluded.value\003B
    RETURN NEW\003B
END';
CREATE TRIGGER "webhook_seq_follows" AFTER INSERT OR UPDATE ON "webhook_cursor"
    FOR EACH ROW EXECUTE FUNCTION webhook_seq_follows();

-- After the trigger, which waits for writers of the row and holds up later ones: no step of theirs is missed.
INSERT INTO "webhook_cursor" ("id", "seq")
SELECT 1, "value" FROM "stats_counters" WHERE "name" = 'webhook_seq'
ON CONFLICT ("id") DO NOTHING;
