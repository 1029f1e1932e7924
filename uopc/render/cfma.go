package render

const cFma32 = `/* x*y + z, rounded once. The product is exact in double. The sum is rounded to odd there: an
   inexact sum whose last bit is even steps to its neighbour on the side of the error, so that
   the rounding to float sees which side of a tie the true sum lies on. */
static inline float fma_f32(float x, float y, float z) {
#ifdef UOP_HAS_FMA
  return __builtin_fmaf(x, y, z);
#else
  double p = (double)x * (double)y, c = (double)z;
  double s = p + c, t = s - p;
  double e = (p - (s - t)) + (c - t);
  uint64_t b = bits_of_f64(s);
  uint64_t odd = (e > 0.0) == (s > 0.0) ? b + 1 : b - 1;
  int settled = !(e < 0.0 || e > 0.0) || s - s != 0.0 || (b & 1);
  return (float)(settled ? s : f64_of_bits(odd));
#endif
}
`

const cFma64 = `/* x*y + z, rounded once: in integers where the machine has no instruction for it. */
static inline double fma_f64(double x, double y, double z) {
#ifdef UOP_HAS_FMA
  return __builtin_fma(x, y, z);
#else
  const uint64_t frac = 0x000fffffffffffffull, top = 0x8000000000000000ull;
  uint64_t bits[3] = {bits_of_f64(x), bits_of_f64(y), bits_of_f64(z)}, m[3];
  int64_t e[3];
  if ((bits[0] >> 52 & 0x7ff) == 0x7ff || (bits[1] >> 52 & 0x7ff) == 0x7ff || x == 0.0 || y == 0.0)
    return x * y + z; /* the product is exact, or not a number */
  if ((bits[2] >> 52 & 0x7ff) == 0x7ff) return z;
  if (z == 0.0) return x * y; /* adding a zero would lose the sign of a product that rounds to zero */
  /* Each is m * 2^e, with the top bit of m at 52. */
  for (int i = 0; i < 3; i++) {
    m[i] = bits[i] & frac;
    e[i] = (int64_t)(bits[i] >> 52 & 0x7ff) - 1075;
    if (e[i] == -1075) {
      int up = __builtin_clzll(m[i]) - 11;
      m[i] <<= up;
      e[i] += 1 - up;
    } else {
      m[i] |= frac + 1;
    }
  }
  /* The product in 128 bits, moved up so that its top bit is at 124 or 125. */
  uint64_t a0 = m[0] & 0xffffffff, a1 = m[0] >> 32, b0 = m[1] & 0xffffffff, b1 = m[1] >> 32;
  uint64_t mid = a1 * b0 + (a0 * b0 >> 32), mid2 = a0 * b1 + (mid & 0xffffffff);
  uint64_t ph = a1 * b1 + (mid >> 32) + (mid2 >> 32), pl = mid2 << 32 | (a0 * b0 & 0xffffffff);
  ph = ph << 20 | pl >> 44;
  pl <<= 20;
  int64_t ep = e[0] + e[1] - 20;
  /* The addend with its top bit at 125. */
  uint64_t zh = m[2] << 9, zl = 0;
  int64_t ez = e[2] - 73;
  uint64_t ps = (bits[0] ^ bits[1]) & top, zs = bits[2] & top;
  /* The smaller exponent is raised to the larger; what falls off is kept as a last bit that is 1. */
  int64_t d = ep - ez;
  uint64_t *h = d < 0 ? &ph : &zh, *l = d < 0 ? &pl : &zl;
  int64_t ex = d < 0 ? ez : ep;
  d = d < 0 ? -d : d;
  if (d >= 128) {
    *h = 0, *l = 1;
  } else if (d >= 64) {
    uint64_t lost = *l | (d > 64 ? *h << (128 - d) : 0);
    *l = *h >> (d - 64) | (lost != 0);
    *h = 0;
  } else if (d > 0) {
    uint64_t lost = *l << (64 - d);
    *l = (*l >> d | *h << (64 - d)) | (lost != 0);
    *h >>= d;
  }
  uint64_t sh, sl, sign = ps;
  if (ps == zs) {
    sl = pl + zl;
    sh = ph + zh + (sl < pl);
  } else if (ph > zh || (ph == zh && pl >= zl)) {
    sl = pl - zl;
    sh = ph - zh - (pl < zl);
  } else {
    sl = zl - pl;
    sh = zh - ph - (zl < pl);
    sign = zs;
  }
  if ((sh | sl) == 0) return 0.0;
  /* The top bit goes to 127, and the low half becomes a sticky bit. */
  if (sh == 0) sh = sl, sl = 0, ex -= 64;
  int up = __builtin_clzll(sh);
  if (up > 0) sh = sh << up | sl >> (64 - up), sl <<= up;
  sh |= sl != 0;
  ex += 127 - up;
  if (ex > 1023) return f64_of_bits(sign | 0x7ff0000000000000ull);
  /* 53 bits stay, fewer below the normal range; to nearest, ties to even. */
  int64_t drop = ex < -1022 ? 11 - 1022 - ex : 11;
  if (drop > 64) return f64_of_bits(sign);
  uint64_t keep = drop == 64 ? 0 : sh >> drop, rest = drop == 64 ? sh : sh & ((1ull << drop) - 1);
  uint64_t half = 1ull << (drop - 1);
  keep += rest > half || (rest == half && (keep & 1));
  if (ex >= -1022) keep += (uint64_t)(ex + 1022) << 52;
  return f64_of_bits(sign | keep);
#endif
}
`
