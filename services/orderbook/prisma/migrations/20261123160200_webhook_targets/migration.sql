-- The URL of a webhook as its receiver is told by it, without its query. Null: made by an older release.
ALTER TABLE "webhooks" ADD COLUMN "target" TEXT;
UPDATE "webhooks" SET "target" = split_part(split_part("url", '#', 1), '?', 1);
CREATE INDEX "webhooks_client_target_idx" ON "webhooks"("client", "target");
