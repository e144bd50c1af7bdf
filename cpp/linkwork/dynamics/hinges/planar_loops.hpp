#pragma once

#include <array>
#include <optional>
#include <vector>

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

template <typename Scalar>
struct ConstraintScratch;

/// A cluster of hinges whose axes are all parallel, closed by pins on the same axis or by balls:
/// all that its loops ask for is that points meet in the plane, two rows each. The redundant rows
/// of the general form (loop_constraints.hpp) are never formed.
///
/// In the plane, seen from the body that carries the cluster, a body's frame stands at o with axes
/// R (2×2, a reflection where its hinge points the other way), turns at w and
///
///   o_i = o_p + R_p p,   R_i = R_p C Rot(q + q₀),   w_i = w_p + σ q̇,   ö_i = ö_p − w_p² R_p p
///
/// for the placement T(p) C Rot(q₀) of its hinge. A loop's points P on two bodies must stay
/// together, so with ⊥ the quarter turn of the plane
///
///   K_j = ± σ_j (P − o_j)⊥ for every hinge j that carries one of them,   k = −(P̈_child −
///   P̈_parent).
class PlanarLoops {
 public:
  /// The cluster in this form, if it has it; `hinges` are those of its bodies.
  static std::optional<PlanarLoops> from(const ClusterTree<double>& tree,
                                         const Cluster<double>& cluster,
                                         const hinges::PlannedHinge* hinges);

  /// Rows of K: two a pin, one a coupling.
  int rows(const Cluster<double>& cluster) const {
    return static_cast<int>(2 * pins_.size() + cluster.constraint->couplings.size());
  }

  /// Writes K and k into the first rows of the cluster's scratch; cosines and sines are those of
  /// the joint angles, placements included, in the order of its bodies.
  void assemble(const Cluster<double>& cluster, const double* cosines, const double* sines,
                const double* v, ConstraintScratch<double>& scratch) const;

  /// Where the links are in the plane.
  struct Place {
    double origin[2], axes[2][2];
    double step[2];  ///< R_p p
  };
  /// Larger clusters take the general way.
  static constexpr int mostLinks = 24, mostRows = 48;
  using Places = std::array<Place, mostLinks>;

  /// The same with φ on the right side: P_child − P_parent, and what couplings leave open. Returns
  /// how far the links reach from the body that carries the cluster [m].
  double assembleGap(const Cluster<double>& cluster, const double* cosines, const double* sines,
                     const double* q, Places& places, ConstraintScratch<double>& scratch) const;

  /// −∂K/∂q[δ] v on the right side, for δ in the order of the bodies: what K v loses as the hinges
  /// turn by δ, to first order.
  void assembleTurn(const Cluster<double>& cluster, const Places& places, const double* delta,
                    const double* v, ConstraintScratch<double>& scratch) const;

 private:
  struct Link {
    int parent;  ///< among the links, or −1
    double position[2];
    double placement[2][2];  ///< C
    double sign;             ///< σ
    int velocity;
  };
  struct Pin {
    int parent, child;  ///< among the links, or −1
    double onParent[2], onChild[2];
  };
  /// ∂²P/∂q∂q along two motions of the hinges, which turn the links at these rates.
  struct Curvature {
    double rates[2], bend[2];
  };
  using Curvatures = std::array<Curvature, mostLinks>;

  static const Place& placeOf(int link, const Places& places);
  static const Curvature& curvatureOf(int link, const Curvatures& curvatures);
  void place(const double* cosines, const double* sines, Places& places) const;
  template <typename Rate>
  Curvatures curve(const Places& places, const double* v, Rate rate) const;

  template <typename Visit>
  void forEachPoint(const Places& places, Visit visit) const;
  void assembleRows(const Cluster<double>& cluster, const Places& places,
                    ConstraintScratch<double>& scratch) const;
  void subtractCurvature(const Cluster<double>& cluster, const Places& places,
                         const Curvatures& curvatures, ConstraintScratch<double>& scratch) const;

  std::vector<Link> links_;
  std::vector<Pin> pins_;
};

}  // namespace linkwork
