#include <algorithm>
#include <utility>

#include "linkwork/codegen/mechanism_programs.hpp"
#include "linkwork/codegen/symbolic_mechanism.hpp"

namespace linkwork::codegen {

namespace {

/// The composite-body algorithm (mass_matrix.hpp) written down. Column j of a cluster is the force
/// on each of its bodies per ÿ_j where all else stands still, handed inward to the ground.
class CompositeRecursion {
 public:
  explicit CompositeRecursion(const SymbolicMechanism& mechanism)
      : tree_(mechanism.tree),
        mechanism_(mechanism),
        inertias_(tree_.bodies().size()),
        columns_(tree_.bodies().size()),
        matrix_(at(tree_.degreesOfFreedom()),
                std::vector<Expression>(at(tree_.degreesOfFreedom()))) {}

  std::vector<Expression> write() {
    for (std::size_t i = 0; i < inertias_.size(); ++i)
      if (!mechanism_.bodies[i].rotor.is)
        inertias_[i] = articulatedOf(mechanism_.bodies[i].numbers, {});
    for (std::size_t i = inertias_.size(); i-- > 0;) inward(i);
    std::vector<Expression> result;
    for (std::size_t column = 0; column < matrix_.size(); ++column)
      for (std::size_t row = 0; row < matrix_.size(); ++row)
        result.push_back(matrix_[std::min(row, column)][std::max(row, column)]);
    return result;
  }

 private:
  /// A column on its way inward: its place in H, and the force.
  struct Column {
    std::size_t freedom;
    Wrench force;
  };

  /// The part that an entry of v has in each of its cluster's dofs: its row of G.
  std::vector<std::pair<std::size_t, Expression>> rowOf(const TreeBody<double>& body,
                                                        std::size_t entry) const {
    const Cluster<double>& cluster = tree_.clusterOf(body);
    const std::size_t first = at(cluster.firstDof);
    if (!cluster.constraint) return {{first + entry - at(body.velocity), 1}};
    const SpanningMotion& motion = mechanism_.motions.clusters[at(body.cluster)];
    const auto& row = motion.basis[at(body.local) + entry - at(body.velocity)];
    std::vector<std::pair<std::size_t, Expression>> result;
    for (std::size_t j = 0; j < row.size(); ++j)
      if (!isNumber(row[j], 0)) result.emplace_back(first + j, row[j]);
    return result;
  }

  Expression& entryOf(std::size_t one, std::size_t other) {
    return matrix_[std::min(one, other)][std::max(one, other)];
  }

  static Wrench& columnOf(std::vector<Column>& columns, std::size_t freedom) {
    for (Column& column : columns)
      if (column.freedom == freedom) return column.force;
    return columns.emplace_back(Column{freedom, {}}).force;
  }

  /// A coordinate with twist S: its own column begins here with A S, and all that pass leave Sᵀ B.
  void meet(const TreeBody<double>& body, std::size_t entry, const Twist& subspace,
            const Articulated& inertia, std::vector<Column>& columns) {
    Wrench push;
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 6; ++k) push[i] += inertia(i, k) * subspace[k];
    const auto row = rowOf(body, entry);
    for (const auto& [mine, part] : row)
      for (const Column& column : columns) {
        const Expression product = part * dot(subspace, column.force);
        entryOf(mine, column.freedom) += product;
        if (mine == column.freedom) entryOf(mine, mine) += product;
      }
    const Expression own = dot(subspace, push) + body.reflectedInertia;
    addSquare(row, own);
    for (const auto& [mine, part] : row) {
      Wrench& force = columnOf(columns, mine);
      for (int i = 0; i < 6; ++i) force[i] += part * push[i];
    }
  }

  void addSquare(const std::vector<std::pair<std::size_t, Expression>>& row,
                 const Expression& own) {
    for (const auto& [one, part] : row)
      for (const auto& [other, otherPart] : row)
        if (other <= one) entryOf(one, other) += part * own * otherPart;
  }

  void inward(std::size_t i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    const SymbolicMechanism::Body& written = mechanism_.bodies[i];
    if (written.rotor.is) {
      const auto row = rowOf(body, at(body.velocity));
      addSquare(row, written.rotor.axial + body.reflectedInertia);
      if (body.parent == ground) return;
      for (const auto& [mine, part] : row) {
        Wrench& force = columnOf(columns_[at(body.parent)], mine);
        force.n = force.n + part * written.rotor.spin;
      }
      return;
    }
    Articulated inertia = inertias_[i];
    std::vector<Column> columns = std::move(columns_[i]);
    for (auto move = written.moves.rbegin(); move != written.moves.rend(); ++move) {
      moveInward(*move, inertia);
      for (Column& column : columns) moveInward(*move, column.force);
      const auto* freedom = std::get_if<Freedom>(&*move);
      if (!freedom) continue;
      for (std::size_t k = freedom->subspace.size(); k-- > 0;)
        meet(body, at(freedom->velocity) + k, freedom->subspace[k], inertia, columns);
    }
    if (body.parent == ground) return;
    inertias_[at(body.parent)] += inertia;
    for (const Column& column : columns)
      columnOf(columns_[at(body.parent)], column.freedom) += column.force;
  }

  const ClusterTree<double>& tree_;
  const SymbolicMechanism& mechanism_;
  std::vector<Articulated> inertias_;
  std::vector<std::vector<Column>> columns_;     ///< by body: what it carries has handed to it
  std::vector<std::vector<Expression>> matrix_;  ///< upper triangle
};

}  // namespace

}  // namespace linkwork::codegen

namespace linkwork {

symbolic::Program massMatrixProgram(const ClusterTree<double>& tree,
                                    const ProgramOptions& options) {
  codegen::SymbolicMechanism mechanism(tree, false, options.keepParameters ? 1 : -1);
  mechanism.writeBodies(true);
  std::vector<symbolic::Expression> outputs = codegen::CompositeRecursion(mechanism).write();
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("massMatrix", {{"q", tree.positionSize()}}, std::move(outputs));
}

}  // namespace linkwork
