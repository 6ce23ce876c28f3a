// Reverse proxy that adds X-Forwarded headers: `node proxy.mjs <target port>`
import http from 'node:http'

const target = Number(process.argv[2])
const server = http.createServer((request, response) => {
  const seen = request.socket.remoteAddress
  const before = request.headers['x-forwarded-for']
  const forwarded = http.request(
    {
      host: '127.0.0.1',
      port: target,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, 'x-forwarded-for': before ? `${before}, ${seen}` : seen },
    },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    },
  )
  forwarded.on('error', () => response.destroy())
  request.pipe(forwarded)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
