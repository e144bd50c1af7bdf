#include "linkwork/elementary.hpp"
#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"

#include "linkwork/joints/expressed_joint.hpp"
#include "linkwork/joints/surface_contact_pose.hpp"

namespace linkwork {

namespace {

using symbolic::Expression;

bool hasPoles(const ContactSurface& surface) { return surface.type != ContactSurfaceType::torus; }

void requireLength(const std::string& member, double number) {
  if (!(number > 0 && std::isfinite(number)))
    throw JointDescriptionError(member,
                                "expected a number above 0, found " + std::to_string(number));
}

void requireSizes(const std::string& path, const ContactSurface& surface) {
  switch (surface.type) {
    case ContactSurfaceType::sphere:
      return requireLength(path + ".radius", surface.radius);
    case ContactSurfaceType::ellipsoid:
      for (int i = 0; i < 3; ++i)
        requireLength(path + ".semiAxes[" + std::to_string(i) + "]", surface.semiAxes[i]);
      return;
    case ContactSurfaceType::torus:
      requireLength(path + ".minorRadius", surface.minorRadius);
      requireLength(path + ".majorRadius", surface.majorRadius);
      if (!(surface.majorRadius > surface.minorRadius))
        throw JointDescriptionError(
            path + ".majorRadius", "expected more than the minor radius, or the torus cuts itself");
  }
}

/// Charts of the pair: those of the first surface count fastest.
class SurfaceContact : public ExpressedJoint {
 public:
  explicit SurfaceContact(const SurfaceContactJoint& joint)
      : ExpressedJoint(
            joint.spin ? 5 : 4, poses(joint),
            {Range{}, elevation(joint.surfaces[0]), Range{}, elevation(joint.surfaces[1])}),
        joint_(joint) {}

  int chartFor(const double* q) const override {
    if (charts() == 1) return 0;
    std::array<int, 2> chart = split(joint_, static_cast<int>(q[5]));
    for (std::size_t i = 0; i < 2; ++i)
      if (chartsOf(joint_, i) > 1 && isNearPole(q[2 * i + 1])) chart[i] = 1 - chart[i];
    return chart[0] + chartsOf(joint_, 0) * chart[1];
  }

  void toChart(int chart, double* q) const override {
    const std::array<int, 2> from = split(joint_, static_cast<int>(q[5])),
                             to = split(joint_, chart);
    for (std::size_t i = 0; i < 2; ++i)
      if (from[i] != to[i]) q[4] -= turnToChart(joint_.surfaces[i], from[i], to[i], q + 2 * i);
    q[5] = chart;
  }

 private:
  static Range elevation(const ContactSurface& surface) {
    return hasPoles(surface) ? betweenPoles : Range{};
  }
  static int chartsOf(const SurfaceContactJoint& joint, std::size_t surface) {
    return joint.spin && hasPoles(joint.surfaces[surface]) ? 2 : 1;
  }
  static std::array<int, 2> split(const SurfaceContactJoint& joint, int chart) {
    const int first = chartsOf(joint, 0);
    return {chart % first, chart / first};
  }
  static std::vector<Pose> poses(const SurfaceContactJoint& joint) {
    std::vector<Pose> poses;
    for (int chart = 0; chart < chartsOf(joint, 0) * chartsOf(joint, 1); ++chart)
      poses.push_back([joint, charts = split(joint, chart)](const Expression* q) {
        return transformsOf(surfaceContactFactors(joint, charts, q));
      });
    return poses;
  }

  /// Rewrites u, v of a surface. Returns the angle by which x of its frame turns about z.
  static double turnToChart(const ContactSurface& surface, int from, int to, double* uv) {
    const ContactFrame<double> before = contactFrame(surface, from, uv[0], uv[1]);
    // The direction of (u, v) from the center, before an ellipsoid is stretched: as on the sphere.
    ContactSurface sphere;
    sphere.radius = 1;
    const Vec3<double> d = contactFrame(sphere, from, uv[0], uv[1]).z;
    const Vec3<double> local = to == 0 ? d : Vec3<double>{d.y, d.z, d.x};
    uv[0] = elementary::atan2(local.y, local.x);
    uv[1] = elementary::atan2(local.z, elementary::hypot(local.x, local.y));
    const ContactFrame<double> after = contactFrame(surface, to, uv[0], uv[1]);
    return elementary::atan2(dot(before.y, after.x), dot(before.x, after.x));
  }

  SurfaceContactJoint joint_;
};

}  // namespace

std::shared_ptr<const JointFunction> jointFunction(const SurfaceContactJoint& joint) {
  for (std::size_t i = 0; i < 2; ++i)
    requireSizes("surfaces[" + std::to_string(i) + "]", joint.surfaces[i]);
  if (!std::isfinite(joint.angle)) throw JointDescriptionError("angle", "not finite");
  return std::make_shared<SurfaceContact>(joint);
}

}  // namespace linkwork
