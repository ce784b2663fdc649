-- One nonce can serve several claims (claimBatch), so who it serves stands in a table of its own.
CREATE TABLE "slot_members" (
    "chain" TEXT NOT NULL,
    "signer" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "settlement_id" UUID NOT NULL,
    "is_open" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "slot_members_pkey" PRIMARY KEY ("chain","signer","nonce","settlement_id")
);

INSERT INTO "slot_members" ("chain", "signer", "nonce", "settlement_id", "is_open")
SELECT "chain", "signer", "nonce", "settlement_id", "closed_hash" IS NULL AND "abandoned_at" IS NULL FROM "nonce_slots";

-- A settlement has at most one open nonce.
CREATE UNIQUE INDEX "slot_members_one_open_idx" ON "slot_members"("settlement_id") WHERE "is_open";

-- CreateIndex
CREATE INDEX "slot_members_settlement_id_idx" ON "slot_members"("settlement_id");

-- AddForeignKey
ALTER TABLE "slot_members" ADD CONSTRAINT "slot_members_settlement_id_fkey" FOREIGN KEY ("settlement_id") REFERENCES "settlements"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "slot_members" ADD CONSTRAINT "slot_members_chain_signer_nonce_fkey" FOREIGN KEY ("chain", "signer", "nonce") REFERENCES "nonce_slots"("chain", "signer", "nonce") ON DELETE NO ACTION ON UPDATE NO ACTION;

DROP INDEX "nonce_slots_one_open_idx";
ALTER TABLE "nonce_slots" DROP CONSTRAINT "nonce_slots_settlement_id_fkey";
ALTER TABLE "nonce_slots" DROP COLUMN "settlement_id";
