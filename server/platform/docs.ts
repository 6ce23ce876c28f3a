import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'

/** The document is made when somebody asks for it: most processes are never asked. */
export async function registerDocs(app: FastifyInstance, apiUrl: string): Promise<void> {
  let made: { document: ReturnType<typeof openApi>; text: string } | undefined
  const make = () => {
    const document = openApi(apiUrl)
    made = { document, text: JSON.stringify(document) }
    return made
  }
  app.get('/openapi.json', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send((made ?? make()).text),
  )
  await app.register(swagger, {
    mode: 'static',
    // Stands for the one below.
    specification: { document: {} as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    transformSpecification: () => (made ?? make()).document,
    transformSpecificationClone: false,
    uiConfig: { docExpansion: 'none', persistAuthorization: false, deepLinking: true },
    // Swagger UI uses inline styles and images, so these pages have their own policy.
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
}
