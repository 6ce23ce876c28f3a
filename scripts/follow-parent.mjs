// Preloaded into the server: stops it when its parent is gone, even after kill -9.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
