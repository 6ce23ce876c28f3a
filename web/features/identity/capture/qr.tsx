import { qrPicture } from '#web/features/item/shared/qr-picture.ts'

export default function Qr({ url }: { url: string }) {
  return <img src={qrPicture(url)} alt="このページの二次元コード" width={132} height={132} />
}
