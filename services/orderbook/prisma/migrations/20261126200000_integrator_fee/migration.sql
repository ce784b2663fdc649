ALTER TABLE "orders" ADD COLUMN "integrator" TEXT, ADD COLUMN "integrator_fee" DECIMAL(78,0), ADD COLUMN "integrator_swap_id" TEXT;
ALTER TABLE "quotes" ADD COLUMN "integrator" TEXT, ADD COLUMN "integrator_fee" DECIMAL(78,0);
