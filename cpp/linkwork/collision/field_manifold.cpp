#include <algorithm>

#include "linkwork/collision/field_prism.hpp"
#include "linkwork/collision/manifold.hpp"

namespace linkwork::collision::detail {

using Eigen::Vector3d;

namespace {

/// Whether both are the same point, found for two triangles.
bool areSame(const ManifoldPoint& one, const ManifoldPoint& other, double near) {
  return (one.point - other.point).cwiseAbs().maxCoeff() < near &&
         (one.normal - other.normal).cwiseAbs().maxCoeff() < 1e-9;
}

}  // namespace

void collideField(const Solid& solid, const Solid& field, double reach,
                  std::vector<ManifoldPoint>& points) {
  thread_local FieldPrism prism;
  const double near = 1e-6 * std::min(solid.size(), field.field->spacing());
  std::size_t kept = points.size();
  const std::size_t before = kept;
  forPrisms(field, solid, reach, prism, [&](int triangle) {
    collidePart(prism.solid(), solid, reach, &prism.part(), points);
    for (std::size_t i = kept; i < points.size(); ++i) {
      ManifoldPoint here = points[i];
      const Vector3d onSurface = here.point - 0.5 * here.gap * here.normal;
      const bool isOwn = isNearest(here.feature) || isCornerOfSecond(here.feature);
      here.normal *= -1;
      here.feature |= static_cast<std::uint32_t>(triangle & 0xffff) << 16;
      const auto isSame = [&](const ManifoldPoint& known) { return areSame(known, here, near); };
      const auto first = points.begin() + static_cast<std::ptrdiff_t>(before);
      const auto end = points.begin() + static_cast<std::ptrdiff_t>(kept);
      if ((isOwn || !prism.continues(onSurface)) && std::none_of(first, end, isSame))
        points[kept++] = here;
    }
    points.resize(kept);
  });
}

}  // namespace linkwork::collision::detail
