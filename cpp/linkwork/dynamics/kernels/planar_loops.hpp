#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

template <typename Scalar>
struct ConstraintWorkspace;

/// A cluster of revolute joints with parallel axes and of prismatic joints across them, closed by
/// pins on the same axis or by balls. Its loops require only that points coincide in the plane, two
/// rows each. The redundant rows of the general form (loop_constraints.hpp) are never formed.
///
/// In the plane, relative to the parent body of the cluster, a body's frame has origin o, axes R
/// (2×2, a reflection if its joint points the other way) and angular velocity w:
///
///   revolute    o_i = o_p + R_p p,   R_i = R_p C Rot(q + q₀),   w_i = w_p + σ q̇,
///               ö_i = ö_p − w_p² R_p p
///   prismatic   o_i = o_p + R_p (p + d q),   R_i = R_p,   w_i = w_p,
///               ö_i = ö_p − w_p² R_p (p + d q) + 2 w_p q̇ (R_p d)⊥
///
/// for the joint placement T(p) C Rot(q₀), with ⊥ the quarter turn of the plane. A loop's points P
/// on two bodies coincide:
///
///   K_j = ± σ_j (P − o_j)⊥ for every revolute joint j that supports one, ± R d if prismatic,
///   k = −(P̈_child − P̈_parent).
///
/// The rows are templated on the scalar (planar_assembly.hpp).
class PlanarLoops {
 public:
  /// Returns the cluster in this form, if it has one. If the cluster uses the fast path, `revolute
  /// joints` are its joints; their angles include the placements.
  static std::optional<PlanarLoops> from(const ClusterTree<double>& tree,
                                         const Cluster<double>& cluster,
                                         const kernels::PlannedRevolute* revolutes = nullptr);

  /// Rows of K: two per pin, one per coupling.
  int rows(const Cluster<double>& cluster) const {
    return static_cast<int>(2 * pins_.size() + cluster.constraint->couplings.size());
  }

  /// Writes K and k into the first rows of the cluster's workspace. Cosines and sines are of the
  /// joint angles with placements, in the order of its bodies; of prismatic joints, 1 and 0.
  template <typename S>
  void assemble(const Cluster<double>& cluster, const S* cosines, const S* sines, const S* q,
                const S* v, ConstraintWorkspace<S>& workspace) const;

  /// Those cosines and sines, for clusters outside the fast path.
  template <typename S>
  void turn(const S* q, S* cosines, S* sines) const;

  /// Poses of the links in the plane.
  template <typename S>
  struct Place {
    S origin[2], axes[2][2];
    S step[2];   ///< R_p (p + d q)
    S slide[2];  ///< R_p d, of a prismatic joint
  };
  /// Larger clusters use the general form.
  static constexpr int mostLinks = 24, mostRows = 48;
  /// Of the parent body of the cluster, and by link.
  template <typename S>
  using Places = std::array<Place<S>, mostLinks + 1>;

  /// The same with φ on the right side: P_child − P_parent, and the errors of couplings. Returns
  /// the largest distance of the links from the parent body of the cluster [m].
  template <typename S>
  S assembleGap(const Cluster<double>& cluster, const S* cosines, const S* sines, const S* q,
                Places<S>& places, ConstraintWorkspace<S>& workspace) const;

  /// −∂K/∂q[δ] v on the right side, for δ in the order of the bodies: the first-order decrease of K
  /// v as the joints move by δ.
  template <typename S>
  void assembleTurn(const Cluster<double>& cluster, const Places<S>& places, const S* delta,
                    const S* v, ConstraintWorkspace<S>& workspace) const;

  /// Σ|δ|, prismatic joints in units of `length`.
  template <typename S>
  S sizeOf(const S* delta, double length) const;

  /// Calls `visit(coordinate, velocity, link)` with the entries in q and v of every link.
  template <typename Visit>
  void forEachLink(Visit visit) const {
    for (std::size_t i = 0; i < links_.size(); ++i)
      visit(links_[i].coordinate, links_[i].velocity, static_cast<Eigen::Index>(i));
  }

 private:
  struct Link {
    int parent;  ///< index among the links, or −1
    double position[2];
    double placement[2][2];  ///< C
    double turning;          ///< σ of a revolute joint
    double slide[2];         ///< d of a prismatic joint
    bool isSlide;
    int coordinate, velocity;
  };
  struct Pin {
    int parent, child;  ///< indices among the links, or −1
    double onParent[2], onChild[2];
  };
  /// ∂²P/∂q∂q along two motions of the revolute joints, which turn the links at these rates.
  template <typename S>
  struct Curvature {
    S rates[2], bend[2];
  };
  template <typename S>
  using Curvatures = std::array<Curvature<S>, mostLinks + 1>;

  /// The item of a link, or of the parent body of the cluster.
  template <typename Items>
  static const auto& of(int link, const Items& items) {
    return items[static_cast<std::size_t>(link + 1)];
  }
  static double largestCoefficient(const CouplingRow<double>& coupling) {
    double largest = 0;
    for (const auto& term : coupling.terms) largest = std::max(largest, std::abs(term.coefficient));
    return largest;
  }

  template <typename S>
  void place(const S* cosines, const S* sines, const S* q, Places<S>& places) const;
  template <typename S, typename Rate>
  void curve(const Places<S>& places, const S* v, Rate rate, Curvatures<S>& curvatures) const;
  template <typename S, typename Visit>
  void forEachPoint(const Places<S>& places, Visit visit) const;
  template <typename S>
  void assembleRows(const Cluster<double>& cluster, const Places<S>& places,
                    ConstraintWorkspace<S>& workspace) const;
  template <typename S>
  void subtractCurvature(const Cluster<double>& cluster, const Places<S>& places,
                         const Curvatures<S>& curvatures, ConstraintWorkspace<S>& workspace) const;

  std::vector<Link> links_;
  std::vector<Pin> pins_;
};

}  // namespace linkwork
