#include <algorithm>

#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

namespace linkwork {

namespace {

using symbolic::Expression;
using symbolic::Graph;
using symbolic::LoopProgram;
using Kernel = LoopProgram::Kernel;
using Pose = Transform<Expression>;

/// Arrays of a kernel: a body's numbers, the pose of the body that carries it, and its own.
enum Array { numbers, parent, own, positions };

/// A pose is a matrix, column by column. A body's numbers are two poses and a pitch: its joint's
/// frame in the frame of the mechanism's body that carries it, and its own in its tree body.
constexpr int matrixSize = 16, pitchPlace = 2 * matrixSize, numbersOfBody = pitchPlace + 1;

constexpr int entryOf(int row, int column) { return 4 * column + row; }

Pose poseFrom(Graph& graph, Array array, int first) {
  Pose pose;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      pose.rotation(row, column) = graph.input(array, first + entryOf(row, column));
    pose.translation[row] = graph.input(array, first + entryOf(row, 3));
  }
  return pose;
}

template <typename Scalar>
Eigen::Matrix<Scalar, 4, 4> matrixOf(const Transform<Scalar>& pose) {
  Eigen::Matrix<Scalar, 4, 4> matrix;
  matrix << pose.rotation, pose.translation, Scalar(0), Scalar(0), Scalar(0), Scalar(1);
  return matrix;
}

/// Bodies of one kind have the same code.
struct Kind {
  JointType joint;
  const JointFunction* function;
  bool isOnGround;
  bool operator==(const Kind&) const = default;

  explicit Kind(const TreeBody<double>& body)
      : joint(body.joint), function(body.function.get()), isOnGround(body.parent == ground) {}
};

Pose jointPose(const TreeBody<double>& body, Graph& graph) {
  TreeBody<Expression> carried;
  carried.joint = body.joint;
  carried.function = body.function;
  carried.pitch = graph.input(numbers, pitchPlace);
  VectorX<Expression> q(body.positions);
  for (int k = 0; k < body.positions; ++k) q[k] = graph.input(positions, k);
  return withJoint(carried, [&]<typename Joint>(const Joint& joint) -> Pose {
    const typename Joint::Position position =
        q.template segment<Joint::positionSize>(0, body.positions);
    return joint.transform(position);
  });
}

Kernel kernelOf(const TreeBody<double>& body, const LoopProgram& program) {
  Kernel kernel;
  kernel.graph = std::make_shared<Graph>();
  Graph& graph = *kernel.graph;
  Pose pose =
      poseFrom(graph, numbers, 0) * jointPose(body, graph) * poseFrom(graph, numbers, matrixSize);
  const bool isOnGround = body.parent == ground;
  if (!isOnGround) pose = poseFrom(graph, parent, 0) * pose;
  const auto matrix = matrixOf(pose);
  for (int k = 0; k < matrixSize; ++k) kernel.stores.push_back({own, k, matrix(k), false});
  kernel.arrays = {{1, numbersOfBody, false},
                   {program.outputsMemory(), isOnGround ? 0 : matrixSize, false},
                   {program.outputsMemory(), matrixSize, false},
                   {0, body.positions, false}};
  kernel.repeats = true;
  return kernel;
}

/// Whether a body's places are those to which a loop's next round would go.
bool follows(const LoopProgram::Loop& loop, const Kernel& kernel, const std::vector<int>& places) {
  for (std::size_t k = 0; k < places.size(); ++k)
    if (loop.first[k] + loop.rounds * kernel.arrays[k].stride != places[k]) return false;
  return true;
}

std::vector<double> numbersOf(const ClusterTree<double>& tree, const TreeBody<double>& body) {
  const Transform<double> onParent =
      body.parent == ground ? body.placement
                            : tree.body(body.parent).userFrame.inverse() * body.placement;
  std::vector<double> result;
  for (const Transform<double>& pose : {onParent, body.userFrame})
    for (const double entry : matrixOf(pose).reshaped()) result.push_back(entry);
  result.push_back(body.pitch);
  return result;
}

}  // namespace

LoopProgram poseLoops(const ClusterTree<double>& tree) {
  LoopProgram program;
  program.name = "poses";
  program.inputs = {{"q", tree.positionSize()}, {"numbers"}};
  program.outputs = matrixSize * static_cast<int>(tree.bodies().size());
  std::vector<Kind> kinds;
  std::vector<double>& values = program.inputs.back().values;
  for (const TreeBody<double>& body : tree.bodies()) {
    const auto kind = std::find(kinds.begin(), kinds.end(), Kind(body));
    const int kernel = static_cast<int>(kind - kinds.begin());
    if (kind == kinds.end()) {
      kinds.emplace_back(body);
      program.kernels.push_back(kernelOf(body, program));
    }
    const int carrier = body.parent == ground ? 0 : tree.body(body.parent).mechanismBody;
    const std::vector<int> places{static_cast<int>(values.size()), matrixSize * carrier,
                                  matrixSize * body.mechanismBody, body.position};
    if (!program.loops.empty() && program.loops.back().kernel == kernel &&
        follows(program.loops.back(), program.kernels[at(kernel)], places))
      ++program.loops.back().rounds;
    else
      program.loops.push_back({kernel, 1, places});
    const std::vector<double> own = numbersOf(tree, body);
    values.insert(values.end(), own.begin(), own.end());
  }
  program.inputs.back().size = static_cast<int>(values.size());
  return program;
}

}  // namespace linkwork
