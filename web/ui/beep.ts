/** A short sound: high for found, twice low for not found. Silent where the browser blocks audio. */
export function beep(found: boolean): void {
  try {
    const audio = new AudioContext()
    const gain = audio.createGain()
    gain.gain.value = 0.06
    gain.connect(audio.destination)
    for (const start of found ? [0] : [0, 0.16]) {
      const tone = audio.createOscillator()
      tone.frequency.value = found ? 1320 : 330
      tone.connect(gain)
      tone.start(audio.currentTime + start)
      tone.stop(audio.currentTime + start + 0.1)
    }
    setTimeout(() => void audio.close(), 600)
  } catch {}
}
