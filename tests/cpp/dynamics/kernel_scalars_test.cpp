#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "dynamics/revolute_tree.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/aba.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/dynamics/kernels/joint_kernels.hpp"
#include "linkwork/dynamics/rnea.hpp"
#include "linkwork/spatial/lanes.hpp"

// The recursion over revolute joints, SIMD-batched over several mechanisms, compared with each
// mechanism alone. On jets, compared with other derivatives.

namespace linkwork::test {
namespace {

/// Returns mechanisms of one structure with different masses, states and torques.
std::vector<Fixture> variants(const Mechanism& mechanism, int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Fixture> result;
  for (int i = 0; i < count; ++i) {
    Mechanism variant = mechanism;
    const double scale = uniform(random, 0.5, 2);
    for (Body& body : variant.bodies) {
      body.mass *= scale;  // one for all: the heaviest branches are part of the structure
      const double factor = uniform(random, 0.5, 2);
      for (double& entry : body.inertia) entry *= factor;
    }
    Fixture& on = result.emplace_back(variant);
    on.forces.torque = Eigen::VectorXd::NullaryExpr(
        on.tree.velocitySize(), [&](Eigen::Index) { return uniform(random, -2, 2); });
    on.v = on.forces.torque;
    Eigen::VectorXd q = on.q;
    retract<double>(on.tree, on.q, 0.02 * on.v, q);
    on.q = q;
    closeLoops<double>(on.tree, on.work, on.q, on.v);
  }
  return result;
}

template <typename S>
std::vector<S> gather(const std::vector<Eigen::VectorXd>& lanes) {
  std::vector<S> result(static_cast<std::size_t>(lanes[0].size()));
  for (int lane = 0; lane < S::width; ++lane)
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i].set(lane, lanes[static_cast<std::size_t>(lane)][static_cast<Eigen::Index>(i)]);
  return result;
}

template <typename S>
Eigen::VectorXd laneOf(const std::vector<S>& numbers, int lane) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(numbers.size()));
  for (Eigen::Index i = 0; i < result.size(); ++i)
    result[i] = numbers[static_cast<std::size_t>(i)][lane];
  return result;
}

/// Runs all lanes at once.
template <typename S>
class Together {
 public:
  explicit Together(std::vector<Fixture>& lanes)
      : memory(*lanes[0].tree.plan()), lanes_(lanes), plan_(*lanes[0].tree.plan()) {
    REQUIRE(!plan_.hasGeneral());
    for (int lane = 0; lane < S::width; ++lane) {
      const auto set = [lane](S& to, const double& from) { to.set(lane, from); };
      const Plan& plan = *lanes[static_cast<std::size_t>(lane)].tree.plan();
      for (std::size_t i = 0; i < memory.revolutes.size(); ++i)
        memory.setRevolute(i, plan.revolutes()[i], set);
      for (std::size_t i = 0; i < memory.floatingBodies.size(); ++i)
        setNumbers(memory.floatingBodies[i], plan.floatingBodies()[i], set);
      for (std::size_t i = 0; i < memory.coupledGroups.size(); ++i)
        setNumbers(memory.coupledGroups[i], plan.groups()[i].numbers, set);
    }
    std::vector<Eigen::VectorXd> q, v, torque;
    for (const Fixture& on : lanes) {
      q.push_back(on.q);
      v.push_back(on.v);
      applyJointForces<double>(on.tree, on.q, on.v, on.forces, on.work);
      torque.push_back(on.work.jointForces);
    }
    q_ = gather<S>(q);
    v_ = gather<S>(v);
    torque_ = gather<S>(torque);
    for (int k = 0; k < 3; ++k) gravity_[k] = S(lanes[0].tree.gravity()[k]);
  }

  std::vector<S> forward() {
    std::vector<S> a(v_.size(), S(0));
    run([&](const auto& joints) { REQUIRE(kernels::aba(joints, a.data()) < 0); });
    return a;
  }
  std::vector<S> inverse(const std::vector<S>& a) {
    std::vector<S> torque(v_.size(), S(0));
    run([&](const auto& joints) { kernels::rnea(joints, a.data(), torque.data()); });
    return torque;
  }

  KernelWorkspace<S> memory;

 private:
  template <typename Visit>
  void run(Visit visit) {
    kernels::updateJointTransforms(memory.view(plan_), static_cast<int>(plan_.revolutes().size()),
                                   q_.data());
    for (const Plan::Group& group : plan_.groups())
      if (!group.isConstant) updateMotions(group);
    kernels::RevolutesAlone<S> alone;
    visit(kernels::JointKernels<S, kernels::RevolutesAlone<S>>(
        plan_, memory, {q_.data(), v_.data(), torque_.data(), gravity_}, alone));
  }

  /// Computes G and g of loops, lane by lane, from previous runs of each mechanism alone.
  void updateMotions(const Plan::Group& group) {
    const auto place = static_cast<std::size_t>(group.numbers.place);
    const kernels::Memory<S> to = memory.view(plan_);
    const int m = group.numbers.dofs, members = group.numbers.memberCount;
    for (int lane = 0; lane < S::width; ++lane) {
      KernelWorkspace<double>& store = lanes_[static_cast<std::size_t>(lane)].work.kernels;
      const kernels::Memory<double> from = store.view(plan_);
      for (int i = 0; i < m * members; ++i)
        to.bases[group.numbers.basis + i].set(lane, from.bases[group.numbers.basis + i]);
      for (int i = 0; i < members; ++i)
        to.offsets[group.numbers.member + i].set(lane, from.offsets[group.numbers.member + i]);
      setNumbers(memory.coupledGroups[place], store.coupledGroups[place],
                 [lane](S& sum, const double& number) { sum.set(lane, number); });
      for (int j = 0; j < m; ++j) {
        REQUIRE(store.coupledGroups[place].independent[j] ==
                lanes_[0].work.kernels.coupledGroups[place].independent[j]);
      }
    }
  }

  std::vector<Fixture>& lanes_;
  const Plan& plan_;
  std::vector<S> q_, v_, torque_;
  S gravity_[3];
};

template <typename S>
void checkLanes(const Mechanism& mechanism, std::uint64_t seed) {
  // The precision of a lane relative to double.
  const double coarseness =
      std::numeric_limits<std::decay_t<decltype(S()[0])>>::epsilon() / epsilon;
  std::vector<Fixture> lanes = variants(mechanism, S::width, seed);
  std::vector<Eigen::VectorXd> a, torque;
  for (const Fixture& on : lanes) a.push_back(on.forward());
  Together<S> together(lanes);
  const std::vector<S> found = together.forward();
  for (int lane = 0; lane < S::width; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    // One algorithm. The compiler chooses the order of its sums.
    CHECK(difference(laneOf<S>(found, lane), a[at]) <= coarseness * solveTolerance(lanes[at], 0.1));
  }
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    torque.push_back(lanes[lane].inverse(a[lane]));
  const std::vector<S> needed = together.inverse(gather<S>(a));
  for (int lane = 0; lane < S::width; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    const double scale =
        torque[at].norm() + lanes[at].forces.torque.norm() + lanes[at].bias().norm();
    CHECK((laneOf<S>(needed, lane) - torque[at]).norm() <= 1e-13 * coarseness * scale);
  }
}

/// Checks eight directions at once. In each one, positions, velocities and torques change together.
void checkJets(Mechanism mechanism, std::uint64_t seed) {
  using S = DerivativeJet;
  for (Joint& joint : mechanism.joints) joint.damping = 0;  // the recursion supports torques only
  Fixture on(mechanism);
  shake(on, seed);
  REQUIRE(!on.tree.plan()->hasGeneral());
  const Eigen::Index n = on.tree.velocitySize();
  REQUIRE(on.q.size() == n);  // rates of positions are velocities

  Random random(seed);
  std::vector<S> q, v, torque, found(static_cast<std::size_t>(n));
  Eigen::MatrixXd moved[3];
  for (Eigen::MatrixXd& directions : moved)
    directions =
        Eigen::MatrixXd::NullaryExpr(n, S::directions, [&]() { return uniform(random, -1, 1); });
  const auto jets = [](const Eigen::VectorXd& values, const Eigen::MatrixXd& directions) {
    std::vector<S> result;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      S& jet = result.emplace_back(values[i]);
      for (int k = 0; k < S::directions; ++k)
        jet.partials[static_cast<std::size_t>(k)] = directions(i, k);
    }
    return result;
  };
  q = jets(on.q, moved[0]), v = jets(on.v, moved[1]), torque = jets(on.forces.torque, moved[2]);

  KernelWorkspace<S> memory(*on.tree.plan());
  const auto set = [](S& to, const double& from) { to = from; };
  for (std::size_t i = 0; i < memory.revolutes.size(); ++i)
    memory.setRevolute(i, on.tree.plan()->revolutes()[i], set);
  const S gravity[3] = {on.tree.gravity()[0], on.tree.gravity()[1], on.tree.gravity()[2]};
  kernels::RevolutesAlone<S> alone;
  kernels::updateJointTransforms(memory.view(*on.tree.plan()),
                                 static_cast<int>(memory.revolutes.size()), q.data());
  const kernels::JointKernels<S, kernels::RevolutesAlone<S>> joints(
      *on.tree.plan(), memory, {q.data(), v.data(), torque.data(), gravity}, alone);
  REQUIRE(kernels::aba(joints, found.data()) < 0);

  DerivativesWorkspace work(on.tree);
  ForwardDynamicsDerivatives expected(on.tree);
  forwardDynamicsDerivatives(on.tree, on.q, on.v, on.forces, work, expected);
  const Eigen::VectorXd a = on.forward();
  for (Eigen::Index i = 0; i < n; ++i)
    CHECK(std::abs(found[static_cast<std::size_t>(i)].value - a[i]) <=
          solveTolerance(on) * a.norm());
  for (int k = 0; k < S::directions; ++k) {
    const Eigen::VectorXd slopes = expected.position * moved[0].col(k)(expected.coordinates) +
                                   expected.velocity * moved[1].col(k)(expected.coordinates) +
                                   expected.torque * moved[2].col(k);
    for (Eigen::Index i = 0; i < n; ++i)  // both solve with M
      CHECK(std::abs(found[static_cast<std::size_t>(i)].partials[static_cast<std::size_t>(k)] -
                     slopes[i]) <= solveTolerance(on) * slopes.norm());
  }
}

void checkAllWidths(const Mechanism& mechanism, std::uint64_t seed) {
  checkLanes<Lanes<2>>(mechanism, seed);
  checkLanes<Lanes<4>>(mechanism, seed);
  checkLanes<Lanes<4, float>>(mechanism, seed);
}

}  // namespace

TEST_CASE("revolute joints on SIMD lanes move as each lane alone") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto axes = GENERATE(Axes::perpendicular, Axes::skew, Axes::coordinate);
    checkAllWidths(revoluteTree(seed, {.axes = axes}), seed);
    checkAllWidths(revoluteTree(seed, {.axes = axes, .isFloating = true, .back = 4}), seed);
    checkAllWidths(revoluteTree(seed, {.axes = axes, .isGeared = true, .back = 3}), seed);
    checkAllWidths(revoluteTree(seed, {.joints = 6,
                                       .axes = axes,
                                       .isFloating = true,
                                       .isGeared = true,
                                       .areAxisymmetric = false}),
                   seed);
  }
}

TEST_CASE("revolute joints on jets give the derivatives of forward dynamics") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const Axes axes : {Axes::perpendicular, Axes::skew, Axes::parallel, Axes::coordinate})
      checkJets(revoluteTree(seed, {.axes = axes, .back = 3}), seed);
}

TEST_CASE("coupled revolute joints on SIMD lanes move as each lane alone") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    checkAllWidths(fourBarChain({.units = 4}), seed);
    checkAllWidths(beltChain(), seed);
    checkAllWidths(differentialLeg(), seed);
    checkAllWidths(telloHumanoid(), seed);
  }
}

TEST_CASE("a lane without mass gives NaN, and the other lanes are not affected") {
  std::vector<Fixture> lanes = variants(revoluteTree(1, {.axes = Axes::skew}), 2, 1);
  Together<Lanes<2>> together(lanes);
  for (auto& revolute : together.memory.revolutes) {
    revolute.inertia.mass.set(0, 0);
    revolute.half.set(0, 0);
    auto& j = revolute.inertia.rotational;
    for (auto* entry : {&j.xx, &j.yy, &j.zz, &j.xy, &j.xz, &j.yz}) entry->set(0, 0);
    for (int k = 0; k < 3; ++k) revolute.inertia.moment[k].set(0, 0);
  }
  const std::vector<Lanes<2>> found = together.forward();
  CHECK(laneOf<Lanes<2>>(found, 0).array().isNaN().all());
  CHECK(difference(laneOf<Lanes<2>>(found, 1), lanes[1].forward()) <=
        solveTolerance(lanes[1], 0.1));
}

}  // namespace linkwork::test
