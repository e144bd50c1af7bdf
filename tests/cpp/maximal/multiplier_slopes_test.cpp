#include "linkwork/maximal/derivatives/multiplier_slopes.hpp"

#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/maximal/part_motion.hpp"

namespace linkwork::test {
namespace {

using SlopeJet = DerivativeJet;

using maximal::PartConfigurationOf;
using maximal::PartVectorOf;

/// Right-hand sides that the rows need, all at once: J̇v + J v + g.
template <typename Scalar>
struct Asked {
  PartVectorOf<Scalar> c, part;
  VectorX<Scalar> auxiliary, rates, q;

  Asked(const maximal::MultiplierDynamics& dynamics, const Eigen::VectorXd& near,
        PartConfigurationOf<Scalar>& at, const PartVectorOf<Scalar>& velocities)
      : q(near.cast<Scalar>()) {
    dynamics.placeJoints(q, at);
    dynamics.readPosition(at, q);
    dynamics.accelerationBias(at, velocities, c, auxiliary);
    dynamics.relativeVelocities(at, velocities, part, rates);
    add();
    dynamics.positionViolations(at, q, part, rates);
    add();
  }

 private:
  void add() {
    for (std::size_t j = 0; j < c.size(); ++j) c[j] += part[j];
    auxiliary += rates;
  }
};

maximal::PartVector randomParts(Random& random, std::size_t count, double size) {
  maximal::PartVector result(count, Vector6<double>::Zero());
  for (std::size_t p = 1; p < count; ++p)
    result[p] << randomVector(random, size), randomVector(random, size);
  return result;
}

/// Parts with poses, velocities and forces that change along random directions.
class MovingParts {
 public:
  MovingParts(const ClusterTree<double>& tree, std::uint64_t seed) : tree_(tree), random_(seed) {
    maximal::MultiplierDynamics(tree).place(tree.initialPosition(), start_);
    const std::size_t count = start_.parts.size();
    const maximal::PartVector away = randomParts(random_, count, 0.05);  // off the constraints
    for (std::size_t p = 1; p < count; ++p) start_.parts[p] = moved(start_.parts[p], away[p]);
    velocities_ = randomParts(random_, count, 1);
    forces_ = randomParts(random_, count, 1);
    for (auto& way : ways_)
      for (maximal::PartVector& each : way) each = randomParts(random_, count, 1);
  }

  /// Returns y at t along the k-th direction.
  Eigen::VectorXd solvedAt(double t, std::size_t k) const {
    maximal::PartConfiguration at = start_;
    maximal::PartVector velocities = velocities_, forces = forces_, y;
    for (std::size_t p = 1; p < forces.size(); ++p) {
      at.parts[p] = moved(at.parts[p], Vector6<double>(t * ways_[k][0][p]));
      velocities[p] += t * ways_[k][1][p];
      forces[p] += t * ways_[k][2][p];
    }
    maximal::MultiplierDynamics dynamics(tree_);
    const Asked<double> asked(dynamics, tree_.initialPosition(), at, velocities);
    dynamics.factor(at);
    dynamics.solve(forces, asked.c, asked.auxiliary, y);
    Eigen::VectorXd flat(6 * static_cast<Eigen::Index>(y.size()));
    for (std::size_t p = 0; p < y.size(); ++p)
      flat.segment<6>(6 * static_cast<Eigen::Index>(p)) = y[p];
    return flat;
  }

  PartVectorOf<SlopeJet> solved() const {
    PartConfigurationOf<SlopeJet> at;
    at.parts.resize(forces_.size());
    PartVectorOf<SlopeJet> velocities(forces_.size(), Vector6<SlopeJet>::Zero()),
        forces = velocities, y;
    for (std::size_t p = 1; p < forces.size(); ++p) {
      const PartPose& from = start_.parts[p];
      at.parts[p] =
          moved(PartPoseOf<SlopeJet>{from.position.cast<SlopeJet>(), from.attitude.cast<SlopeJet>(),
                                     from.rotation.cast<SlopeJet>()},
                along(0, p, Vector6<double>::Zero()));
      velocities[p] = along(1, p, velocities_[p]);
      forces[p] = along(2, p, forces_[p]);
    }
    maximal::MultiplierDynamics dynamics(tree_);
    const Asked<SlopeJet> asked(dynamics, tree_.initialPosition(), at, velocities);
    maximal::MultiplierSlopes slopes(dynamics);
    slopes.factor(at);
    slopes.solve(forces, asked.c, asked.auxiliary, y);
    return y;
  }

 private:
  template <typename Scalar>
  static PartPoseOf<Scalar> moved(const PartPoseOf<Scalar>& pose, const Vector6<Scalar>& by) {
    return maximal::turned(pose, Vector3<Scalar>(by.template tail<3>()),
                           Vector3<Scalar>(by.template head<3>()));
  }

  Vector6<SlopeJet> along(std::size_t what, std::size_t part, const Vector6<double>& from) const {
    Vector6<SlopeJet> result = from.cast<SlopeJet>();
    for (int i = 0; i < 6; ++i)
      for (std::size_t k = 0; k < ways_.size(); ++k)
        result[i].partials[k] = ways_[k][what][part][i];
    return result;
  }

  const ClusterTree<double>& tree_;
  Random random_;
  maximal::PartConfiguration start_;
  maximal::PartVector velocities_, forces_;
  /// Directions of poses, velocities and forces.
  std::array<std::array<maximal::PartVector, 3>, SlopeJet::directions> ways_;
};

}  // namespace

TEST_CASE(
    "solves with multipliers on jets have the derivatives of solves, also off the constraints",
    "[maximal][multipliers][derivatives]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const ClusterTree<double> tree = compile(mechanism, state);
    if (tree.degreesOfFreedom() == 0) continue;
    const MovingParts parts(tree, seed);
    const PartVectorOf<SlopeJet> y = parts.solved();
    for (std::size_t k = 0; k < SlopeJet::directions; k += 3) {
      const auto over = [&](double t) -> Eigen::VectorXd {
        return (parts.solvedAt(t, k) - parts.solvedAt(-t, k)) / (2 * t);
      };
      constexpr double t = 2.5e-4;  // Richardson extrapolation, to t⁶
      const Eigen::VectorXd slope = (64 * over(t / 4) - 20 * over(t / 2) + over(t)) / 45;
      double error = 0;
      for (std::size_t p = 0; p < y.size(); ++p)
        for (int i = 0; i < 6; ++i)
          error = std::max(
              error, std::abs(y[p][i].partials[k] - slope[6 * static_cast<Eigen::Index>(p) + i]));
      // Rounding of y over t, and the error term of the sixth derivative at high curvature.
      CHECK(error <= 1e-8 * std::max(1.0, slope.lpNorm<Eigen::Infinity>()));
    }
  }
}

}  // namespace linkwork::test
