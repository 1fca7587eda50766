-- AlterTable
ALTER TABLE "batches" ADD COLUMN     "expired_at" TIMESTAMPTZ(3);

-- What the schema language cannot say.

-- Finished batches whose results have yet to be deleted, the oldest first.
CREATE INDEX "batches_to_expire_idx" ON "batches" ((coalesce("done_at", "updated_at")))
  WHERE "expired_at" IS NULL AND "state" IN ('done', 'failed');
