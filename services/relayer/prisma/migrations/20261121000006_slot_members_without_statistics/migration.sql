-- As for the settlements.
ALTER TABLE "slot_members"
    ALTER COLUMN "is_open" TYPE BOOLEAN,
    ALTER COLUMN "is_open" SET STATISTICS 0;
