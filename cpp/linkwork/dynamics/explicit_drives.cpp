#include "linkwork/dynamics/explicit_drives.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

StiffestDrive stiffestDrive(const Mechanism& mechanism, const ClusterTree<double>& tree,
                            const Tendons& tendons, const Drives& drives) {
  StiffestDrive stiffest;
  if ((tendons.empty() && drives.actuators() == 0) || !tree.massFault().empty()) return stiffest;
  const Eigen::VectorXd& q = tree.initialPosition();
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(tree.velocitySize());
  Workspace<double> work(tree);
  Eigen::VectorXd atRest(rest), a(rest);
  forwardDynamics(tree, q, rest, AppliedForces<double>(tree), work, atRest);
  /// Writes the change of v̇ by applied forces into a.
  const auto respond = [&](const AppliedForces<double>& applied) {
    forwardDynamics(tree, q, rest, applied, work, a);
    a -= atRest;
  };
  const auto compare = [&](const char* kind, const std::string& name, double stiffness,
                           double damping, double response) {
    const double rate =
        std::max(damping * response, std::sqrt(std::max(0.0, stiffness * response)));
    if (rate > stiffest.rate) stiffest = {kind + detail::quoted(name), rate};
  };
  for (int i = 0; i < tendons.size(); ++i) {
    const Tendon& tendon = mechanism.tendons[at(i)];
    double stiffness = tendon.stiffness, damping = tendon.damping;
    for (int k = 0; k < drives.actuators(); ++k) {
      if (drives.tendon(k) != i) continue;
      stiffness += drives.stiffness(k);
      damping += drives.damping(k);
    }
    if (stiffness == 0 && damping == 0) continue;
    AppliedForces<double> applied(tree);
    updateJointTransforms(tree, q, work);
    tendons.addUnit(i, tree, q, work, applied);
    respond(applied);
    updateKinematics<double>(tree, q, a, work);
    updatePoses(tree, work);
    compare("tendon ", tendon.name, stiffness, damping, tendons.motion(i, tree, q, a, work).rate);
  }
  for (int k = 0; k < drives.actuators(); ++k) {
    const std::vector<DriveTerm>& terms = drives.terms(k);
    if (terms.size() < 2 || (drives.stiffness(k) == 0 && drives.damping(k) == 0)) continue;
    AppliedForces<double> applied(tree);
    for (const DriveTerm& term : terms) applied.torque[term.velocity] += term.coefficient;
    respond(applied);
    double response = 0;
    for (const DriveTerm& term : terms) response += term.coefficient * a[term.velocity];
    compare("actuator ", mechanism.actuators[at(k)].name, drives.stiffness(k), drives.damping(k),
            response);
  }
  return stiffest;
}

}  // namespace linkwork
