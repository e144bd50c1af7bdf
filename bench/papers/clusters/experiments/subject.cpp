#include "subject.hpp"

#include <random>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/model/clustering.hpp"
#include "papers/clusters/independent_tree.hpp"
#include "papers/clusters/projection.hpp"

namespace linkwork::bench {
namespace {

/// Entries between -size and size, the same in every run.
Eigen::VectorXd randomVector(std::mt19937_64& random, int count, double size) {
  std::uniform_real_distribution<double> entry(-size, size);
  return Eigen::VectorXd::NullaryExpr(count, [&] { return entry(random); });
}

}  // namespace

/// The same state and end-effector on the tree without loops.
struct Subject::LooseTree {
  LooseTree(const Subject& whole, bool reflectsRotors)
      : part(whole.mechanism, whole.tree, reflectsRotors),
        tree(part.tree),
        work(tree),
        space(tree,
              {{part.bodies[static_cast<std::size_t>(whole.space_.endEffectors[0].body)], {}}}),
        q(tree.positionSize()) {
    for (const auto [from, to] : part.positions) q[to] = whole.q_[from];
  }

  papers::IndependentTree part;
  const ClusterTree<double>& tree;
  Workspace<double> work;
  OperationalSpace<double> space;
  Eigen::VectorXd q;
};

Subject::Subject(const Mechanism& description, const std::string& endEffector)
    : mechanism(description),
      tree(compile(mechanism)),
      work_(tree),
      space_(tree, {{tree.treeBody(bodyNamed(mechanism, endEffector)), {}}}),
      forces_(tree),
      q_(tree.initialPosition()),
      v_(Eigen::VectorXd::Zero(tree.velocitySize())),
      a_(tree.velocitySize()),
      torque_(tree.velocitySize()),
      inverse_(space_.rows, space_.rows) {
  std::mt19937_64 random(1);
  // A random direction that the loops allow, half a radian along it, and a random velocity there.
  updateKinematics<double>(tree, q_, v_, work_);
  Eigen::VectorXd step(tree.velocitySize());
  spanFromIndependent<double>(tree, randomVector(random, tree.degreesOfFreedom(), 0.5), work_,
                              step);
  const Eigen::VectorXd start = q_;
  retract<double>(tree, start, step, q_);
  closeLoops<double>(tree, work_, q_, v_);
  updateKinematics<double>(tree, q_, v_, work_);
  spanFromIndependent<double>(tree, randomVector(random, tree.degreesOfFreedom(), 1), work_, v_);
  forces_.torque = randomVector(random, tree.velocitySize(), 1);
  a_ = randomVector(random, tree.velocitySize(), 1);
}

std::vector<Candidate> Subject::candidatesOf(bool ofInverseDynamics, const Question& question) {
  std::vector<Candidate> candidates;
  for (const papers::Method& method : papers::methods) {
    if (ofInverseDynamics && !method.hasInverseDynamics) continue;
    // The paper has none of these; they have measurements of their own.
    if (method.name == "composite-body" || method.name == "multipliers" ||
        method.name == "general-joint")
      continue;
    const std::shared_ptr<papers::DynamicsMethod> made = method.make(mechanism, tree);
    candidates.push_back({std::string(method.name), [made, question] { question(*made); }});
  }
  return candidates;
}

std::vector<Candidate> Subject::forwardDynamics() {
  return candidatesOf(false, [this](papers::DynamicsMethod& method) {
    method.forwardDynamics(q_, v_, forces_, a_);
  });
}

std::vector<Candidate> Subject::inverseDynamics() {
  return candidatesOf(true, [this](papers::DynamicsMethod& method) {
    method.inverseDynamics(q_, v_, a_, forces_, torque_);
  });
}

std::vector<Candidate> Subject::inverseInertia() {
  const auto projection = std::make_shared<papers::Projection>(tree);
  std::vector<Candidate> candidates{
      {"articulated-body",
       [this] { inverseOperationalSpaceInertia<double>(tree, q_, work_, space_, inverse_); }},
      {"projection",
       [this, projection] { projection->inverseOperationalSpaceInertia(q_, space_, inverse_); }}};
  for (const bool reflectsRotors : {true, false}) {
    const auto part = std::make_shared<LooseTree>(*this, reflectsRotors);
    candidates.push_back({reflectsRotors ? "approximate" : "unconstrained", [this, part] {
                            inverseOperationalSpaceInertia<double>(part->tree, part->q, part->work,
                                                                   part->space, inverse_);
                          }});
  }
  return candidates;
}

}  // namespace linkwork::bench
