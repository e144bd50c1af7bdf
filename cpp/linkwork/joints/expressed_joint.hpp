#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <vector>

#include "linkwork/elementary.hpp"
#include "linkwork/joints/joint_motion.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"

namespace linkwork {

/// How near a pole coordinates are taken, 0.01 rad, where an angle v has poles at ±π/2 and a second
/// chart has its own a right angle away: S is within 100 of losing rank there.
inline constexpr JointFunction::Range betweenPoles{-std::numbers::pi / 2 + 0.01,
                                                   std::numbers::pi / 2 - 0.01};

/// Whether the other chart is clearly better: with |cos v| below 1/2 here, it is above √3/2 there.
inline bool isNearPole(double v) { return std::abs(elementary::cos(v)) < 0.5; }

/// A joint whose pose is differentiated symbolically once and evaluated from an instruction tape.
/// Joints with several charts derive from this and say how to change them.
class ExpressedJoint : public JointFunction {
 public:
  /// J(q) in one chart as a product of poses; q has d coordinates. The more factors the fewer
  /// operations (motionOf).
  using Pose =
      std::function<std::vector<Transform<symbolic::Expression>>(const symbolic::Expression* q)>;

  /// Of a joint with one coordinate s whose pose is written in another parameter u: u(s), and
  /// du/ds as a function of u. Velocities and bias are those of that slope, at the u they are
  /// requested, however u(s) was found.
  struct Parameter {
    using Function = std::function<symbolic::Expression(const symbolic::Expression&)>;
    Function value, slope;
  };

  /// Charts by number: one Pose each. Coordinates without a range have no ends.
  ExpressedJoint(int coordinates, std::vector<Pose> charts, std::vector<Range> ranges = {},
                 std::optional<Parameter> parameter = {});

  int coordinates() const override { return coordinates_; }
  int charts() const override { return static_cast<int>(charts_.size()); }
  Range range(int coordinate) const override {
    const auto place = static_cast<std::size_t>(coordinate);
    return place < ranges_.size() ? ranges_[place] : Range{};
  }
  Transform<double> pose(const double* q) const override;
  Transform<DerivativeJet> pose(const DerivativeJet* q) const override;
  void evaluate(const double* q, const double* v, JointMotion<double>& motion) const override;
  void evaluate(const DerivativeJet* q, const DerivativeJet* v,
                JointMotion<DerivativeJet>& motion) const override;
  Transform<symbolic::Expression> pose(const symbolic::Expression* q) const override;
  JointMotion<symbolic::Expression> motion(const symbolic::Expression* q,
                                           const symbolic::Expression* v) const override;

 private:
  struct Chart {
    Pose pose;
    symbolic::Tape poseTape, motionTape;
  };
  Chart record(Pose pose) const;
  std::vector<Transform<symbolic::Expression>> factorsOf(const Pose& pose,
                                                         const symbolic::Expression* q) const;
  JointMotion<symbolic::Expression> motionIn(const Pose& pose, const symbolic::Expression* q,
                                             const symbolic::Expression* v) const;
  template <typename Scalar>
  const Chart& chartOf(const Scalar* q) const;
  template <typename Scalar>
  Transform<Scalar> runPose(const Scalar* q) const;
  template <typename Scalar>
  void runMotion(const Scalar* q, const Scalar* v, JointMotion<Scalar>& motion) const;

  int coordinates_;
  std::vector<Range> ranges_;
  std::optional<Parameter> parameter_;
  std::vector<Chart> charts_;
};

}  // namespace linkwork
