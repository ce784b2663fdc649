import { defineConfig } from 'prisma/config'

/** For Prisma's commands; the service migrates with `main.ts migrate`. */
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
