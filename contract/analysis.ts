import * as z from 'zod'
import { call } from './call.ts'

const loose = z.object({}).loose()

export const about = 'Suggestions from photos and numbers.'

export const analysisCalls = {
  images: call('POST /api/biz/analyze_images/', {
    summary: 'Suggest brand, category, colour from photos',
    may: 'biz.analysis.use',
    notBuilt: true,
    body: loose,
    ok: loose,
  }),
  productNumber: call('POST /api/biz/analyze_product_number/', {
    summary: 'Candidates for a product number',
    may: 'biz.analysis.use',
    notBuilt: true,
    body: loose,
    ok: z.object({ candidates: z.array(loose) }),
  }),
  staffReview: call('POST /api/biz/generate_staff_review/', {
    summary: 'Draft a sale text',
    may: 'biz.analysis.use',
    notBuilt: true,
    body: loose,
    ok: z.object({ review: z.string() }),
  }),
}
