-- What the relayer pays for others: one row for each budget of a UTC day, and one for each charge on budgets.
CREATE TABLE "sponsor_budgets" (
    "day" DATE NOT NULL,
    "chain" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "used_wei" DECIMAL(78,0) NOT NULL DEFAULT 0,

    CONSTRAINT "sponsor_budgets_pkey" PRIMARY KEY ("day", "chain", "purpose", "scope", "subject")
);

CREATE TABLE "sponsor_charges" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "chain" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "wei" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "sponsor_charges_pkey" PRIMARY KEY ("id")
);

-- Work has one charge that is not settled.
CREATE UNIQUE INDEX "sponsor_charges_open" ON "sponsor_charges"("order_id", "kind") WHERE "settled_at" IS NULL;
CREATE INDEX "sponsor_charges_settled_at_idx" ON "sponsor_charges"("settled_at");

-- As for the settlements (ADR 0009).
ALTER TABLE "sponsor_charges" ALTER COLUMN "settled_at" SET STATISTICS 0;
