#pragma once

#include <map>

#include "linkwork/codegen/kernel_trace.hpp"
#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::codegen {

/// A joint whose force acts on a revolute joint: its own, or that of a rotor geared to it.
struct DrivingJoint {
  Expression ratio;  ///< its velocity over the revolute joint's
  Expression damping, stiffness, rest, friction;
};

/// All numbers of a revolute joint.
struct RevoluteNumbers {
  kernels::Revolute<Expression> revolute;
  Expression start;
  kernels::GearedRotors<Expression> rotors;
  std::vector<DrivingJoint> joints;
};

/// Revolute joints of one kind have the same code: the same structure, other numbers.
struct RevoluteKind {
  kernels::Placement placement;
  bool isGeared;
  bool turnsUnseen;  ///< the dynamics do not depend on its angle
  int joints;
  Pattern numbers;
  std::partial_ordering operator<=>(const RevoluteKind&) const = default;
};

/// A tree of revolute joints and floating bodies, divided into runs for loops.
class RevoluteRuns {
 public:
  /// Revolute joints, each the parent of the next. On two lanes: the joints of two branches of the
  /// same kinds, on one body or on the two lanes of another run.
  struct Run {
    std::vector<int> first, parent;  ///< by lane: index in Plan::revolutes(), body or ground
    int count;
    int lanes() const { return static_cast<int>(first.size()); }
  };
  /// A run or a floating body. Parents come first.
  struct Item {
    Run run;
    int floating = -1;  ///< index in Plan::floatingBodies()
  };
  struct Joint {
    int position, velocity;
    std::partial_ordering operator<=>(const Joint&) const = default;
  };

  /// Throws MechanismError with the reason if the tree has other joints.
  explicit RevoluteRuns(const ClusterTree<double>& tree);

  const ClusterTree<double>& tree() const { return tree_; }
  const Plan& plan() const { return *tree_.plan(); }
  const std::vector<Item>& items() const { return items_; }
  const RevoluteKind& kind(int id) const { return kinds_[at(id)]; }
  int kindOf(int revolute) const { return kindOf_[at(revolute)]; }
  /// The distinct numbers of a revolute joint.
  const std::vector<double>& numbersOf(int revolute) const { return numbers_[at(revolute)]; }
  /// Its own joint first.
  const std::vector<Joint>& jointsOf(int revolute) const { return joints_[at(revolute)]; }
  bool hasGears() const { return hasGears_; }

  /// Index among the angles and other arrays by revolute joint: the two lanes of a run alternate
  /// from an even index on.
  int slotOf(int revolute) const { return slots_[at(revolute)]; }
  int slots() const { return slotCount_; }
  /// Index among the bodies with children other than the next joint of a run.
  int boxOf(int body) const { return boxes_[at(body)]; }
  int boxes() const { return boxCount_; }

 private:
  void readRevolutes();
  void findItems();
  /// Pairs equal branches on two lanes.
  void pairBranches();
  bool areLanes(const Run& one, const Run& other) const;
  void allot();

  const ClusterTree<double>& tree_;
  std::vector<Item> items_;
  std::vector<RevoluteKind> kinds_;
  std::vector<int> kindOf_, slots_, boxes_;
  std::vector<std::vector<double>> numbers_;
  std::vector<std::vector<Joint>> joints_;
  int slotCount_ = 0, boxCount_ = 0;
  bool hasGears_ = false;
};

/// The numbers of a revolute joint of a kind, from its distinct ones: `value(k)`.
RevoluteNumbers revoluteNumbers(const RevoluteKind& kind,
                                const std::function<Expression(int)>& value);

}  // namespace linkwork::codegen
