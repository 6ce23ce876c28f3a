export default function TopPage() {
  return (
    <main id="main">
      <h1>1点ずつ、理由のわかる値段で。</h1>
    </main>
  )
}
