#pragma once

#include <vector>

#include "linkwork/collision/scene.hpp"
#include "linkwork/contact/coulomb_solver.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// A point of contact and what passed through it in the last step.
struct ContactReading {
  collision::ContactPoint point;
  Eigen::Vector3d force{0, 0, 0};  ///< on parts[1], world, mean over the step [N]
};

/// Contacts and joint limits of a mechanism in a step of RattleSteps: what may push and never
/// pulls, solved all at once over the whole mechanism.
///
/// Rows are found once a step, at its end, by `solveImpacts`, and serve `solveVelocities` of the
/// next one. Impulses are kept by the points' ids: the next solve starts from them.
class UnilateralConstraints {
 public:
  UnilateralConstraints(const Mechanism& mechanism, const ClusterTree<double>& tree,
                        const ConstraintGraph& graph);

  /// Whether there is nothing that could ever push.
  bool empty() const { return scene_.empty() && limits_.empty(); }

  /// Forgets impulses and rows: the state has jumped.
  void forget();

  /// The first half of a step of h from a configuration at q, which `dynamics` is factored at:
  /// impulses that leave every row
  ///
  ///   u_n ≥ −max(φ, 0)/h ⟂ p ≥ 0      φ: gap      u: velocity along the row with p
  ///
  /// Changes velocities; returns the work done [J].
  double solveVelocities(MultiplierDynamics& dynamics, const PartConfiguration& at,
                         const Eigen::VectorXd& q, double h, const PartVector& before,
                         PartVector& velocities);

  /// The second half, at the step's end, which `dynamics` is factored at: rows that touch, those
  /// that `solveVelocities` pushed at and those no longer apart, get u_n ≥ −e u_n⁻, with u_n⁻ the
  /// velocity at which they came, before `solveVelocities` slowed them. e counts above a speed at
  /// which bounces can be told from resting, four times what gravity adds in a step, and where all
  /// bounces at once are possible.
  double solveImpacts(MultiplierDynamics& dynamics, const PartConfiguration& at,
                      const Eigen::VectorXd& q, double h, const PartVector& before,
                      PartVector& velocities);

  /// Moves parts out of each other along M̂⁻¹ of `dynamics`, φ + J dx ≥ −slop, where rounding, the
  /// curvature of the motion or the start let them in. Returns whether it moved anything.
  bool correctPositions(MultiplierDynamics& dynamics, PartConfiguration& at,
                        const Eigen::VectorXd& q);

  /// The points that pushed, with their forces over the last step.
  const std::vector<ContactReading>& contacts() const { return readings_; }

  /// How the last solve ended: where no impulses satisfy all laws, they are the best found.
  const contact::CoulombOutcome& outcome() const { return outcome_; }

 private:
  /// The range of a joint.
  struct Limit {
    int joint;     ///< in ConstraintGraph::joints
    int position;  ///< entry in q
    double lower, upper;
  };

  /// A point of contact, or a joint near an end of its range.
  struct UnilateralConstraint {
    std::uint64_t id = 0;              ///< among points, or among ends
    int point = -1;                    ///< place among points; −1: an end
    int row = 0;                       ///< its first one
    double gap = 0;                    ///< φ [m or rad]
    bool isKnown = false;              ///< whether the step began with it,
    double approach = 0;               ///< and with what velocity along the normal
    bool counts = true;                ///< in a solve
    Eigen::Vector3d impulse{0, 0, 0};  ///< of the last solve: in world axes, or the first entry
    Eigen::Vector3d sum{0, 0, 0};      ///< over the step

    bool isContact() const { return point >= 0; }
    int rows() const { return isContact() ? 3 : 1; }
  };

  /// All constraints near a configuration, and their rows.
  struct RowSet {
    std::vector<collision::ContactPoint> points;
    std::vector<UnilateralConstraint> list;
    std::vector<PartRow> rows;
  };

  void find(const PartConfiguration& at, const Eigen::VectorXd& q, RowSet& found);
  void addLimits(const PartConfiguration& at, const Eigen::VectorXd& q, RowSet& found) const;
  void updateReach(const PartConfiguration& at, const PartVector& velocities, double h);
  void recall();
  void solve(const PartVector& velocities);
  double apply(MultiplierDynamics& dynamics, const PartVector& before, PartVector& velocities);
  void read(double h);

  const ConstraintGraph* graph_;
  collision::Scene scene_;
  std::vector<Limit> limits_;
  std::vector<double> extent_;  ///< by part, from its centre to its colliders' farthest points [m]
  std::vector<double> reach_;   ///< by part, how far a point of it may move in a step [m]
  std::vector<double> limitReach_;  ///< by limit, the same for the joint [m or rad]

  RowSet now_, before_, inside_;
  bool isFound_ = false;  ///< whether now_ and w_ are those of the configuration a step begins at
  Eigen::MatrixXd w_;
  std::vector<double> target_, b_, lambda_, rates_;
  std::vector<contact::ConeBlock> blocks_;
  contact::CoulombSolver solver_;
  contact::CoulombOutcome outcome_;
  std::vector<ContactReading> readings_;
  PartVector shift_;
};

}  // namespace linkwork::maximal
