#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/branch_factor.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/frame_kinematics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/dynamics/queries/coriolis_matrix.hpp"
#include "linkwork/dynamics/setup/compiled_mechanism.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

/// The parts of a model: the compiled mechanism, possibly shared, and its own workspace.
struct Model::Parts {
  explicit Parts(std::shared_ptr<const CompiledMechanism> shared)
      : compiled(std::move(shared)),
        work(tree),
        none(tree),
        forces(tree),
        q(tree.initialPosition()),
        v(tree.initialVelocity()),
        rest(Eigen::VectorXd::Zero(tree.velocitySize())) {
    closeLoops<double>(tree, work, q, v);
  }

  void requirePosition(const Eigen::VectorXd& given) const {
    require("q", given, tree.positionSize());
  }
  void requireVelocity(const char* what, const Eigen::VectorXd& given) const {
    require(what, given, tree.velocitySize());
  }
  static void require(const char* what, const Eigen::VectorXd& given, Eigen::Index count) {
    if (given.size() != count)
      throw MechanismError(
          what, "found " + detail::counted(static_cast<std::size_t>(given.size()), "number") +
                    "; expected " + std::to_string(count));
  }

  Workspace<double>& at(const Eigen::VectorXd& position, const Eigen::VectorXd& velocity) {
    requirePosition(position);
    requireVelocity("v", velocity);
    updateKinematics<double>(tree, position, velocity, work);
    return work;
  }

  /// Also computes accelerations of all bodies, in world poses.
  Workspace<double>& accelerated(const Eigen::VectorXd& position, const Eigen::VectorXd& velocity,
                                 const Eigen::VectorXd& acceleration) {
    requireVelocity("a", acceleration);
    at(position, velocity);
    updatePoses(tree, work);
    pickIndependent<double>(tree, acceleration, work, work.accelerations);
    updateAccelerations<double>(tree, work.accelerations, work);
    return work;
  }

  /// The pose moving with the velocity, in jets.
  MovingPose& moving(const Eigen::VectorXd& position, const Eigen::VectorXd& velocity) {
    requirePosition(position);
    requireVelocity("v", velocity);
    MovingPose& pose = coriolisWork();
    moveWith(tree, position, velocity, pose);
    updatePoses(pose.tree, pose.work);
    return pose;
  }

  const AppliedForces<double>& acting(const Eigen::VectorXd& tau,
                                      const std::vector<Vector6<double>>& wrenches) {
    requireVelocity("tau", tau);
    if (!wrenches.empty() && wrenches.size() != mechanism.bodies.size())
      throw MechanismError("wrenches", "found " + std::to_string(wrenches.size()) +
                                           "; expected none, or one for each of the " +
                                           std::to_string(mechanism.bodies.size()) + " bodies");
    forces.torque = tau;
    forces.hasWrenches = !wrenches.empty();
    for (std::size_t i = 0; i < wrenches.size(); ++i)
      forces.wrenches[static_cast<std::size_t>(tree.treeBody(static_cast<int>(i)))] = wrenches[i];
    return forces;
  }

  /// Created on first use: it has its own tree.
  CoriolisWorkspace& coriolisWork() {
    if (!coriolis) coriolis = std::make_unique<CoriolisWorkspace>(tree);
    return *coriolis;
  }

  /// H by branches, and its factor.
  struct Branches {
    explicit Branches(const ClusterTree<double>& tree) : mass(tree), factor(tree) {}

    BranchMatrix mass;
    BranchFactor factor;
  };
  Branches& branchesAt(const Eigen::VectorXd& position) {
    requirePosition(position);
    if (!branches) branches = std::make_unique<Branches>(tree);
    linkwork::massMatrix(tree, position, work, branches->mass);
    return *branches;
  }
  BranchFactor& factorAt(const Eigen::VectorXd& position) {
    tree.requireMass();
    Branches& here = branchesAt(position);
    if (!here.factor.factor(here.mass))
      throw SimulationError("the mass matrix is not positive definite at this pose");
    return here.factor;
  }

  std::shared_ptr<const CompiledMechanism> compiled;
  const Mechanism& mechanism = compiled->mechanism;
  const ClusterTree<double>& tree = compiled->tree;
  Workspace<double> work;
  std::unique_ptr<CoriolisWorkspace> coriolis;
  std::unique_ptr<Branches> branches;
  AppliedForces<double> none, forces;
  Eigen::VectorXd q, v, rest;
};

}  // namespace linkwork
