import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

// zod-to-openapi extends zod's prototypes. Every schema module imports `z` from here, because a schema that is made
// before this line has no `.openapi()`.
extendZodWithOpenApi(z)

export { z }
