#include "linkwork/constraints/rows.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "joints/sized_at_run_time.hpp"
#include "linkwork/spatial/se3.hpp"
#include "spatial/arguments.hpp"

/// The constraint rows of loop joints, compared with the violation between two moving frames.
namespace linkwork::test::joints {
namespace {

constexpr double measure = 0.7;  // pitch or length

/// A moving frame: T(t) = start exp(twist t). Its twist is constant in its own axes.
struct MovingFrame {
  Transform<double> start;
  Vector6<double> twist;

  explicit MovingFrame(std::mt19937_64& random)
      : start(se3::exp(Vector6<double>(spatial::randomMatrix<6>(random)))),
        twist(spatial::randomMatrix<6>(random)) {}

  Transform<double> at(double t) const { return start * se3::exp(Vector6<double>(t * twist)); }
  Eigen::Vector3d turning() const { return start.rotation * twist.head<3>(); }
  Eigen::Vector3d velocity() const { return start.rotation * twist.tail<3>(); }
  /// Acceleration of the origin: the velocity turns with the frame.
  Eigen::Vector3d acceleration() const { return turning().cross(velocity()); }
};

JointVectors<double> vectorsOf(const Transform<double>& parent, const Transform<double>& child) {
  JointVectors<double> x{};
  for (int k = 0; k < 3; ++k) {
    x.parentAxes[static_cast<std::size_t>(k)] = vec3(parent.rotation.col(k));
    x.childAxes[static_cast<std::size_t>(k)] = vec3(child.rotation.col(k));
  }
  x.offset = vec3(child.translation - parent.translation);
  return x;
}

JointVectors<double> difference(const JointVectors<double>& to, const JointVectors<double>& from) {
  JointVectors<double> change{};
  for (std::size_t k = 0; k < 3; ++k) {
    change.parentAxes[k] = to.parentAxes[k] - from.parentAxes[k];
    change.childAxes[k] = to.childAxes[k] - from.childAxes[k];
  }
  change.offset = to.offset - from.offset;
  return change;
}

/// Calls `visit` with every row of every joint type that can close loops.
template <typename Visitor>
void eachRow(Visitor visit) {
  for (const JointType type : allLoopTypes)
    for (const RowRule<double>& rule : rulesOf(type, measure)) visit(type, rule);
}

}  // namespace

TEST_CASE("a joint has one row per dof that it removes", "[joints]") {
  for (const JointType type : allLoopTypes)
    CHECK(static_cast<int>(rulesOf(type, measure).size()) == 6 - velocitySize(type));
}

TEST_CASE("rows are zero at a joint's poses", "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const Eigen::VectorXd& q : coordinatesOf(joint)) {
      const JointVectors<double> x = vectorsOf(Transform<double>::Identity(), joint.transform(q));
      // q itself counts the turns of a screw.
      const double angle = joint.type == JointType::helical ? q[0] : 0;
      for (const RowRule<double>& rule : rulesOf(joint.type, joint.pitch)) {
        CAPTURE(joint.name(), q.transpose());
        CHECK(std::abs(rule.gap(x, angle)) <= roundingOf(q.norm()));
      }
    }
}

TEST_CASE("a row's wrench and bias are the first two derivatives of its violation", "[joints]") {
  std::mt19937_64 random(11);
  for (int sample = 0; sample < 20; ++sample) {
    const MovingFrame parent(random), child(random);
    const JointVectors<double> x = vectorsOf(parent.start, child.start);
    const Eigen::Vector3d way = x.offset.vector();
    const JointRates<double> v{vec3(parent.turning()), vec3(child.turning()),
                               vec3(child.velocity() - parent.velocity())};
    const JointRates<double> a{{}, {}, vec3(child.acceleration() - parent.acceleration())};
    eachRow([&](JointType type, const RowRule<double>& rule) {
      CAPTURE(sample, name(type));
      const auto rateAt = [&](double t) {
        const Transform<double> p = parent.at(t), c = child.at(t);
        const RowWrench<double> wrench = rule.wrench(vectorsOf(p, c));
        const Eigen::Vector3d spin = c.rotation * child.twist.head<3>(),
                              parentSpin = p.rotation * parent.twist.head<3>();
        const Eigen::Vector3d past = c.rotation * child.twist.tail<3>() -
                                     p.rotation * parent.twist.tail<3>() -
                                     parentSpin.cross(c.translation - p.translation);
        return wrench.force.vector().dot(past) + wrench.torque.vector().dot(spin - parentSpin);
      };
      // A screw's angle is defined only while the axes are parallel. It has its own test.
      if (rule.kind != RowKind::screw) {
        const auto rate = derivativeAtZero([&](double t) {
          return Vector<double, 1>(rule.gap(vectorsOf(parent.at(t), child.at(t)), 0));
        });
        CHECK(std::abs(rate[0] - rateAt(0)) <= differenceTolerance(4 + way.squaredNorm()));
        CHECK(std::abs(rule.rate(x, v) - rateAt(0)) <= roundingOf(4 + way.squaredNorm()));
      }
      const auto second = derivativeAtZero([&](double t) { return Vector<double, 1>(rateAt(t)); });
      CHECK(std::abs(second[0] - rule.bias(x, v, a)) <=
            differenceTolerance(20 + 20 * way.squaredNorm()));
    });
  }
}

TEST_CASE("a row's change is the difference of its violations, without cancellation", "[joints]") {
  std::mt19937_64 random(12);
  for (int sample = 0; sample < 20; ++sample) {
    const MovingFrame parent(random), child(random);
    const JointVectors<double> x = vectorsOf(parent.start, child.start);
    const JointVectors<double> by = difference(vectorsOf(parent.at(0.1), child.at(0.1)), x);
    JointVectors<double> tiny = by;
    constexpr double scale = 1e-13;
    for (std::size_t k = 0; k < 3; ++k) {
      tiny.parentAxes[k] = scale * by.parentAxes[k];
      tiny.childAxes[k] = scale * by.childAxes[k];
    }
    tiny.offset = scale * by.offset;
    eachRow([&](JointType type, const RowRule<double>& rule) {
      CAPTURE(sample, name(type));
      const JointVectors<double> to = vectorsOf(parent.at(0.1), child.at(0.1));
      const double size = 1 + dot(x.offset, x.offset) + dot(to.offset, to.offset);
      const double turns = angleAboutZ(to) - angleAboutZ(x);
      const double turn = std::remainder(turns, 2 * std::numbers::pi);
      CHECK(std::abs(rule.change(x, by) - (rule.gap(to, turn) - rule.gap(x, 0))) <=
            roundingOf(10 * size));
      // The change is linear at this size: scale times the derivative along it, with full
      // precision.
      const auto slope = derivativeAtZero([&](double t) {
        JointVectors<double> part = by;
        for (std::size_t k = 0; k < 3; ++k) {
          part.parentAxes[k] = t * by.parentAxes[k];
          part.childAxes[k] = t * by.childAxes[k];
        }
        part.offset = t * by.offset;
        return Vector<double, 1>(rule.change(x, part));
      });
      CHECK(std::abs(rule.change(x, tiny) / scale - slope[0]) <= differenceTolerance(10 * size));
    });
  }
}

TEST_CASE("a screw advances by its pitch for each radian about its axis", "[joints]") {
  const AnyJoint screw{JointType::helical, measure};
  const RowRule<double> rule = rulesOf(screw.type, measure).begin()[4];
  REQUIRE(rule.kind == RowKind::screw);
  for (const double angle : {-2.0, 0.0, 0.4, 3.0}) {
    const auto at = [&](double q) {
      return vectorsOf(Transform<double>::Identity(), screw.transform(Vector<double, 1>(q)));
    };
    CHECK(std::abs(rule.change(at(angle), difference(at(angle + 0.3), at(angle)))) <=
          roundingOf(4));
    CHECK(std::abs(angleChange(at(angle), difference(at(angle + 0.3), at(angle))) - 0.3) <=
          roundingOf(1));
  }
}

}  // namespace linkwork::test::joints
