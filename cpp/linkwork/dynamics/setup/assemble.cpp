#include "linkwork/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/setup/closure_equations.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/linalg/singular_values.hpp"
#include "linkwork/mechanism/loop_functions.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {

using Eigen::VectorXd;

namespace {

/// A constraint violation of this size counts as closed [rad, m over length].
constexpr double closedGap = 1e-10;
/// Singular values of ∂φ/∂δ below this part of the largest count as zero.
constexpr double assemblyRankTolerance = 1e-6;
/// Below this smallest part a pose counts as nearly singular.
constexpr double sharpEnough = 0.05;
/// Sizes of the moves away from the desired pose [rad], each tried several times.
constexpr double moves[] = {0.2, 0.5, 1, 2};
constexpr int movesEach = 6;
/// The longest step of a coordinate [rad].
constexpr double longestStep = 0.5;

/// Maximum number of Newton corrections of a search: bounds its time to seconds. The catalogue
/// needs 3,000 at most; large groups, whose corrections take long, get fewer.
int correctionsFor(double rows, double columns) {
  constexpr double operations = 2e8, most = 10000, least = 100;
  return static_cast<int>(
      std::clamp(operations / (1 + rows * columns * std::min(rows, columns)), least, most));
}

/// Searches for a pose of a group's joints.
class AssemblySearch {
 public:
  AssemblySearch(const Mechanism& mechanism, const ClusterTree<double>& tree,
                 ClosureEquations& equations, const AssemblyRules& rules)
      : mechanism_(mechanism),
        tree_(tree),
        equations_(equations),
        desired_(tree.initialPosition()),
        isLinear_(equations.constraints().empty() &&
                  std::all_of(equations.couplings().begin(), equations.couplings().end(),
                              [](const auto& row) { return row.isLinear(); })) {
    for (const auto& [body, first] : equations.joints()) {
      const std::string& name = tree.jointName(body);
      for (int k = first; k < first + tree.body(body).velocities; ++k) {
        if (!rules.driven.contains(name)) following_.push_back(k);
        if (rules.held.contains(name)) continue;
        free_.push_back(k);
        if (rules.dependent.contains(name)) dependent_.push_back(k);
      }
    }
    corrections_ = correctionsFor(static_cast<double>(equations_.gap().size()),
                                  static_cast<double>(free_.size()));
  }

  /// Writes the results; `q` becomes the pose if there is one.
  void run(AssembledClosures& found, VectorXd& q) {
    equations_.update(desired_);
    // Mechanisms may have many gears, which are equal at every pose.
    const bool hasLoops = !equations_.constraints().empty();
    if (!hasLoops && equations_.gap().isZero(0)) {
      found.isClosed = true;
      return;
    }
    std::vector<Pose> poses{from(desired_)};
    for (const double size : moves) {
      if (!hasLoops) break;
      for (const VectorXd& start : startsAbout(size)) poses.push_back(from(start));
      const Pose* pose = choice(poses);
      if (pose && pose->excess == 0 && pose->sharpness >= sharpEnough) break;
    }
    const auto nearestMiss = std::min_element(
        poses.begin(), poses.end(), [](const Pose& a, const Pose& b) { return a.gap < b.gap; });
    found.gap = nearestMiss->gap;
    if (const Pose* pose = choice(poses)) {
      found.isClosed = true;
      found.hasMoved = pose->distance > 0;
      q = equations_.moved(q, equations_.difference(q, pose->q));
    }
  }

  /// v ← the nearest velocities that satisfy the constraints at a pose, with those of driven joints
  /// unchanged. Returns the remaining violation.
  double closeVelocities(const VectorXd& q, VectorXd& v) {
    equations_.update(q);
    VectorXd rate = equations_.rate(v);
    const SingularValues rows(columns(following_));
    rate(following_) -= rows.solve(equations_.jacobian() * rate, 0, assemblyRankTolerance);
    equations_.setRate(rate, v);
    return (equations_.jacobian() * rate).norm();
  }

 private:
  using Components = std::vector<int>;

  struct Pose {
    VectorXd q;
    double distance;   ///< from the desired pose [rad]
    double excess;     ///< how far beyond the limits of its joints, in all [rad, m]
    double gap;        ///< |φ|
    int rank;          ///< of ∂φ/∂δ
    double sharpness;  ///< its smallest singular value within the rank over the largest
  };

  /// Closes from a start, if possible by dependent joints only; then slides to the nearest pose.
  Pose from(const VectorXd& start) {
    const Pose pose = judge(close(start, dependent_));
    if (pose.gap <= closedGap) return nearest(pose, dependent_);
    const Pose other = judge(close(start, free_));
    return other.gap <= closedGap ? nearest(other, free_) : other;
  }

  Eigen::MatrixXd columns(const Components& components) const {
    return equations_.jacobian()(Eigen::all, components);
  }

  VectorXd moved(const VectorXd& q, const Components& components, const VectorXd& step) const {
    VectorXd delta = VectorXd::Zero(equations_.size());
    delta(components) = step;
    return equations_.moved(q, delta);
  }

  /// Newton's method with steps of least size, damped where the gap is large.
  VectorXd close(VectorXd q, const Components& components) {
    constexpr int maximumIterations = 60;
    constexpr double rounding = 1e-15;
    if (components.empty()) return q;
    for (int iteration = 0; iteration < maximumIterations && corrections_ > 0; ++iteration) {
      equations_.update(q);
      const double squared = equations_.gap().squaredNorm();
      if (std::sqrt(squared) < rounding) break;
      --corrections_;
      // Linear equations need neither: a rotor turns a hundred times as far as its joint.
      const double damping = isLinear_ ? 0 : 0.1 * squared;
      const VectorXd step =
          SingularValues(columns(components)).solve(equations_.gap(), damping, 1e-7);
      const double largest = step.lpNorm<Eigen::Infinity>();
      const double part = isLinear_ ? 1 : std::min(1.0, longestStep / largest);
      q = moved(q, components, -part * step);
      if (largest < rounding) break;
    }
    return q;
  }

  Pose judge(VectorXd q) {
    equations_.update(q);
    const SingularValues rows(equations_.jacobian());
    const double distance = equations_.difference(desired_, q).norm();
    const double excess = excessAt(q);
    return {std::move(q),
            distance,
            excess,
            equations_.gap().norm(),
            rows.rank(assemblyRankTolerance),
            rows.leastRatio(assemblyRankTolerance)};
  }

  /// Slides a closed pose towards the desired one by steps along the free directions, with a
  /// closure after each step, while the distance decreases. Stops before a singular pose.
  Pose nearest(const Pose& closed, const Components& components) {
    constexpr int maximumIterations = 200;
    constexpr double arrived = 1e-12;
    Pose pose = closed;
    for (int iteration = 0; iteration < maximumIterations; ++iteration) {
      equations_.update(pose.q);
      const VectorXd whole = equations_.difference(pose.q, desired_);
      VectorXd step =
          SingularValues(columns(components)).kernelPart(whole(components), assemblyRankTolerance);
      const double largest = step.lpNorm<Eigen::Infinity>();
      if (largest < arrived) break;
      step *= std::min(1.0, longestStep / largest);
      std::optional<Pose> next;
      for (double part = 1; part > 1e-3 && !next; part /= 2) {
        Pose tried = judge(close(moved(pose.q, components, part * step), components));
        if (isNearer(tried, pose)) next = std::move(tried);
      }
      if (!next) break;
      pose = std::move(*next);
      if (pose.rank < closed.rank || pose.sharpness < std::min(sharpEnough, closed.sharpness))
        return closed;
    }
    return pose;
  }

  static bool isNearer(const Pose& next, const Pose& pose) {
    constexpr double rounding = 1e-14;
    return next.gap <= closedGap && next.distance <= pose.distance + rounding &&
           next.excess <= pose.excess;
  }

  /// Poses about the desired one, the same in every run.
  std::vector<VectorXd> startsAbout(double size) const {
    constexpr long modulus = 2147483647;  // the minimal standard generator of Park and Miller
    long state = 1;
    std::vector<VectorXd> starts;
    for (int i = 0; i < movesEach; ++i) {
      VectorXd step(static_cast<Eigen::Index>(free_.size()));
      for (double& each : step) {
        state = static_cast<long>(static_cast<long long>(state) * 48271 % modulus);
        each = size * (2 * static_cast<double>(state) / static_cast<double>(modulus) - 1);
      }
      starts.push_back(withinLimits(moved(desired_, free_, step)));
    }
    return starts;
  }

  const Joint& jointOn(int body) const {
    return mechanism_.joints[at(tree_.body(body).mechanismJoint)];
  }

  double excessAt(const VectorXd& q) const {
    double excess = 0;
    for (const auto& joint : equations_.joints()) {
      const double value = q[tree_.body(joint.body).position];
      if (const auto& limits = jointOn(joint.body).limits)
        excess += std::max({0.0, limits->lower - value, value - limits->upper});
    }
    return excess;
  }

  VectorXd withinLimits(VectorXd q) const {
    for (const auto& joint : equations_.joints()) {
      double& value = q[tree_.body(joint.body).position];
      if (const auto& limits = jointOn(joint.body).limits)
        value = std::min(limits->upper, std::max(limits->lower, value));
    }
    return q;
  }

  /// The nearest pose with maximal rank that is not nearly singular; the desired one itself if it
  /// closes with that rank.
  static const Pose* choice(const std::vector<Pose>& poses) {
    int rank = 0;
    for (const Pose& pose : poses)
      if (pose.gap <= closedGap) rank = std::max(rank, pose.rank);
    std::vector<const Pose*> regular;
    double sharpest = 0;
    for (const Pose& pose : poses) {
      if (pose.gap > closedGap || pose.rank < rank) continue;
      if (pose.distance == 0) return &pose;
      regular.push_back(&pose);
      sharpest = std::max(sharpest, pose.sharpness);
    }
    const Pose* best = nullptr;
    for (const Pose* pose : regular) {
      if (pose->sharpness < std::min(sharpEnough, sharpest / 2)) continue;
      // Of mirror images, which have equal distance up to rounding, the first.
      constexpr double asFar = 1e-9;
      if (!best || pose->excess < best->excess ||
          (pose->excess == best->excess && pose->distance < best->distance - asFar))
        best = pose;
    }
    return best;
  }

  const Mechanism& mechanism_;
  const ClusterTree<double>& tree_;
  ClosureEquations& equations_;
  const VectorXd desired_;
  const bool isLinear_;          ///< whether φ is linear: gears only
  Components free_, dependent_;  ///< components of δ that may move, and those that move first
  Components following_;         ///< components whose velocities may change
  int corrections_;              ///< remaining
};

}  // namespace

Assembly findAssembly(const Mechanism& given, const AssemblyRules& rules) {
  validate(given);
  const Mechanism mechanism = withoutLoopFunctions(given);
  const ClusterTree<double> tree = openTree(mechanism);
  const JointValues velocities = mechanism.initialState ? mechanism.initialState->v : JointValues{};
  const VectorXd& desired = tree.initialPosition();
  VectorXd q = desired, v = flatVelocity(mechanism, velocities);

  Assembly assembly;
  for (ClosureEquations& equations : closureEquations(mechanism, tree)) {
    AssembledClosures& found = assembly.closures.emplace_back();
    for (const auto& constraint : equations.constraints())
      found.loops.push_back(constraint.loop.mechanismLoop);
    for (const auto& row : equations.couplings()) found.couplings.push_back(row.mechanismCoupling);
    AssemblySearch search(mechanism, tree, equations, rules);
    search.run(found, q);
    if (found.isClosed && !velocities.empty()) found.rate = search.closeVelocities(q, v);
  }

  const JointValues before = namedPosition(mechanism, desired);
  for (auto& [joint, values] : namedPosition(mechanism, q))
    if (values != before.at(joint)) assembly.q[joint] = std::move(values);
  if (!velocities.empty()) assembly.v = namedVelocity(mechanism, v);
  return assembly;
}

Mechanism assemble(const Mechanism& mechanism, const JointValues& set,
                   const JointValues& velocities) {
  Mechanism assembled = mechanism;
  NamedState& state = assembled.initialState.emplace(mechanism.initialState.value_or(NamedState{}));
  AssemblyRules rules;
  for (const auto& [joint, values] : set) {
    state.q[joint] = values;
    rules.held.insert(joint);
  }
  for (const auto& [joint, values] : velocities) {
    state.v[joint] = values;
    rules.driven.insert(joint);
  }
  const Assembly assembly = findAssembly(assembled, rules);
  for (const AssembledClosures& found : assembly.closures) {
    const bool isLoop = !found.loops.empty();
    const std::size_t place = at(isLoop ? found.loops.front() : found.couplings.front());
    const auto fail = [&](const std::string& message) {
      throw MechanismError(detail::itemPath(isLoop ? "loops" : "couplings", place),
                           message + " (" +
                               detail::quoted(isLoop ? mechanism.loops[place].name
                                                     : mechanism.couplings[place].name) +
                               ")");
    };
    const std::string unit = isLoop ? " rad, or as many times the length of the loop" : " rad or m";
    if (!found.isClosed)
      fail("found no position at which it closes; the nearest leaves " +
           detail::written(found.gap) + unit +
           (set.empty() ? "" : ", with the joints that are set held there"));
    if (found.rate > closureTolerance)
      fail("the velocities that are set open it by " + detail::written(found.rate) + unit +
           ", a second; set those of fewer joints");
  }
  for (const auto& [joint, values] : assembly.q) state.q[joint] = values;
  if (!state.v.empty()) state.v = assembly.v;
  return assembled;
}

}  // namespace linkwork
