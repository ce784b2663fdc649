import { getOpenApiMetadata } from '@asteasolutions/zod-to-openapi'
import { networkSchema } from './network.ts'
import { z } from './zod.ts'

/**
 * The JSON Schema (2020-12) of the network file, for editors. Only the zod schema checks rules that
 * concern several fields.
 */
export const networkJsonSchema = (): object => ({
  title: 'Tandem network file',
  ...z.toJSONSchema(networkSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { description } = getOpenApiMetadata(zodSchema as unknown as z.ZodType)
      if (description !== undefined) jsonSchema.description = description
    },
  }),
})
