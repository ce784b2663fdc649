-- AlterTable
ALTER TABLE "order_events" ADD COLUMN "rolled_up" BOOLEAN NOT NULL DEFAULT false;
