#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"

#include "linkwork/joints/expressed_joint.hpp"
#include "linkwork/joints/least_over_box.hpp"
#include "linkwork/joints/surface_pose.hpp"

namespace linkwork {

namespace {

/// Bernstein polynomials of higher degree lose digits as powers: C(15, 7) ε = 1.4e-12.
constexpr std::size_t mostNetPoints = 16;

/// Powers of both parameters for one coordinate: columns of the net to powers of s, then its rows
/// to powers of t.
std::vector<std::vector<double>> powers(const ControlNet& points, int axis) {
  const std::size_t rows = points.size(), columns = points[0].size();
  std::vector<std::vector<double>> result(rows, std::vector<double>(columns));
  for (std::size_t j = 0; j < columns; ++j) {
    std::vector<double> values;
    for (const auto& row : points) values.push_back(row[j][axis]);
    const PiecewisePolynomial along = uniformSpline(values, static_cast<int>(rows) - 1, false);
    for (std::size_t i = 0; i < rows; ++i) result[i][j] = along.coefficients[i][0];
  }
  for (std::vector<double>& row : result) {
    const PiecewisePolynomial across = uniformSpline(row, static_cast<int>(columns) - 1, false);
    for (std::size_t j = 0; j < columns; ++j) row[j] = across.coefficients[j][0];
  }
  return result;
}

}  // namespace

void requireNet(const ControlNet& points) {
  const auto requireCount = [](const std::string& member, std::size_t count) {
    if (count < 2 || count > mostNetPoints)
      throw JointDescriptionError(member, "expected 2 to " + std::to_string(mostNetPoints) +
                                              " entries, found " + std::to_string(count));
  };
  requireCount("points", points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string row = "points[" + std::to_string(i) + "]";
    requireCount(row, points[i].size());
    if (points[i].size() != points[0].size())
      throw JointDescriptionError(row, "expected as many points as in points[0], " +
                                           std::to_string(points[0].size()) + ", found " +
                                           std::to_string(points[i].size()));
    for (std::size_t j = 0; j < points[i].size(); ++j)
      if (!points[i][j].allFinite())
        throw JointDescriptionError(row + "[" + std::to_string(j) + "]", "not finite");
  }
}

SurfaceShape surfaceShape(const SurfaceJoint& joint) {
  requireNet(joint.points);
  SurfaceShape surface;
  surface.spin = joint.spin;
  const auto x = powers(joint.points, 0), y = powers(joint.points, 1), z = powers(joint.points, 2);
  for (std::size_t i = 0; i < x.size(); ++i) {
    surface.coefficients.emplace_back();
    for (std::size_t j = 0; j < x[i].size(); ++j)
      surface.coefficients[i].push_back({x[i][j], y[i][j], z[i][j]});
  }
  double size = 0;
  for (const auto& row : joint.points)
    for (const Eigen::Vector3d& point : row)
      size = std::max(size, (point - joint.points[0][0]).norm());
  const double least = leastOverBox<2>({1, 1}, 33, [&](const Eigen::Vector2d& at) {
    const SurfaceTangents<double> tangents = surfaceTangents(surface, at[0], at[1]);
    return length(cross(tangents.alongU, tangents.alongV));
  });
  if (!(least > 1e-6 * size * size))
    throw JointDescriptionError(
        "points", "the surface has no normal everywhere: it folds, or points of the net coincide");
  return surface;
}

std::shared_ptr<const JointFunction> jointFunction(const SurfaceJoint& joint) {
  const SurfaceShape surface = surfaceShape(joint);
  const ExpressedJoint::Pose pose = [surface](const symbolic::Expression* q) {
    return transformsOf(surfaceFactors(surface, q));
  };
  return std::make_shared<ExpressedJoint>(surface.spin ? 3 : 2, std::vector{pose},
                                          std::vector<JointFunction::Range>{{0, 1}, {0, 1}});
}

}  // namespace linkwork
