import { qrPicture } from '#web/features/item/shared/qr-picture.ts'

export default function QrCode({ text }: { text: string }) {
  return <img src={qrPicture(text)} alt={`箱の番号 ${text} のQRコード`} width={148} height={148} />
}
