-- Makers that operators approved or suspended by the admin API. A maker of MAKERS_FILE has a row without an entry, once it was
-- suspended.
CREATE TABLE "maker_listings" (
    "maker_id" TEXT NOT NULL,
    "signer" TEXT,
    "entry" JSONB,
    "secret" TEXT,
    "suspended_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "maker_listings_pkey" PRIMARY KEY ("maker_id")
);

CREATE UNIQUE INDEX "maker_listings_signer_key" ON "maker_listings"("signer");
