ALTER TABLE "requests" ADD COLUMN "client_hash" TEXT;

-- A claim that waits is read by its own loop, and never by the workers: "requests_due_idx" leaves it out.
CREATE INDEX "requests_waiting_idx" ON "requests"("next_step_at") WHERE "state" = 'waiting';
CREATE INDEX "requests_waiting_clients_idx" ON "requests"("client_hash") WHERE "state" = 'waiting' AND "client_hash" IS NOT NULL;
