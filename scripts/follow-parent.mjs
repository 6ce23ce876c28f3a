// Loaded into the server by start.mjs: ends it in order when start.mjs is gone, even after kill -9.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
