import { defineConfig } from 'prisma/config'

/** For `prisma generate` and `prisma migrate`; the service itself migrates with `main.ts migrate`, without an engine. */
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
