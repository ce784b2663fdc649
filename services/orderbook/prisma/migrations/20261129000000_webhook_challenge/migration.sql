ALTER TABLE "webhooks" ADD COLUMN "verified_at" TIMESTAMPTZ(3);

-- Webhooks from before challenges count as verified: their receivers get events already, and know of no challenge.
UPDATE "webhooks" SET "verified_at" = "created_at";
