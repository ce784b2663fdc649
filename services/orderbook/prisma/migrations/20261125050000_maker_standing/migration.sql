CREATE TABLE "maker_faults" (
    "quote_id" UUID NOT NULL,
    "maker_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maker_faults_pkey" PRIMARY KEY ("quote_id")
);
CREATE INDEX "maker_faults_maker_id_at_idx" ON "maker_faults"("maker_id", "at");

CREATE TABLE "chain_halts" (
    "chain" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chain_halts_pkey" PRIMARY KEY ("chain", "began_at")
);

-- Orders that their makers may have faded: few beside those that were filled and claimed in time.
CREATE INDEX "orders_maker_unfilled_idx" ON "orders"("maker_id", "created_at")
WHERE "maker_id" IS NOT NULL AND ("completed_at" IS NULL OR "completed_at" >= to_timestamp("fill_by"));

CREATE FUNCTION chain_halted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO chain_halts (chain, began_at, ended_at) VALUES (NEW.chain, OLD.updated_at, NEW.updated_at)
  ON CONFLICT (chain, began_at) DO NOTHING;
  DELETE FROM chain_halts WHERE chain = NEW.chain AND ended_at < NEW.updated_at - interval '31 days';
  RETURN NULL;
END $$;

CREATE TRIGGER "chain_halted" AFTER UPDATE ON "chain_cursors"
FOR EACH ROW WHEN (NEW.updated_at > OLD.updated_at + interval '2 minutes') EXECUTE FUNCTION chain_halted();
