/**
 * Shows how a long URL becomes a short link whose clicks are counted. Decorative, because text
 * beside it says the same.
 */
export const Picture = () => (
  <svg class="picture" viewBox="0 0 340 190" aria-hidden="true">
    <text class="picture-long" x="170" y="22" text-anchor="middle">
      shop.example/lighting/table/oak-lamp?sku=…
    </text>
    <path class="mark-a" transform="translate(143 30) scale(.84)" d={HALF_A} />
    <path class="mark-b" transform="translate(143 30) scale(.84)" d={HALF_B} />
    <rect class="picture-card" x="24.5" y="92.5" width="291" height="88" rx="22" />
    <rect class="picture-thumb" x="38" y="106" width="61" height="61" rx="14" />
    <path class="mark-a" transform="translate(41.5 109.5) scale(.84)" d={LAMP} />
    <text class="picture-short" x="116" y="133">
      /oak-lamp
    </text>
    <rect class="picture-line" x="116" y="147" width="72" height="8" rx="4" />
    {BARS.map((height, index) => (
      <rect
        key={height}
        class="picture-bar"
        transform={`translate(${226 + index * 13} 160) skewX(-14)`}
        y={-height}
        width="8"
        height={height}
        rx="2"
      />
    ))}
  </svg>
)

const HALF_A = 'M37.85 2.62A22 22 0 0 0 27.21 45.32Z'
const HALF_B = 'M36.79 18.68A22 22 0 0 1 26.15 61.38Z'
/** Path of a lamp: shade, stem and foot. */
const LAMP = 'M24 12h16l9 22H15Zm5.5 22h5v14h9v5H20.5v-5h9Z'
const BARS = [10, 16, 14, 26, 36, 48]
