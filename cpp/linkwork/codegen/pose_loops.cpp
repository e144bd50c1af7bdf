#include <algorithm>

#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

namespace linkwork {

namespace {

using symbolic::Expression;
using symbolic::Graph;
using symbolic::Program;
using Kernel = Program::Kernel;
using Pose = Transform<Expression>;

/// Arrays of a kernel: a body's numbers, the matrix of its parent, its own, and its
/// joint's coordinates. Of a rod: its numbers, the matrices of the bodies at its ends, and its own.
enum Array { numbers, parent, own, positions };
enum RodArray { child = 2, rod = 3 };

/// A pose is a matrix, column by column. A body's numbers are two poses and a pitch: its joint's
/// frame in the frame of its parent in the mechanism, and its own in its tree body. A
/// rod's are its ends on its bodies.
constexpr int matrixSize = 16, pitchPlace = 2 * matrixSize, numbersOfBody = pitchPlace + 1,
              numbersOfRod = 6;

constexpr int entryOf(int row, int column) { return 4 * column + row; }

Pose poseFrom(Graph& graph, int array, int first) {
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

/// Bodies and rods of one kind have the same code.
struct JointKind {
  JointType joint;
  const JointFunction* function;
  bool isParentGround, isChildGround;
  bool operator==(const JointKind&) const = default;
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

Kernel emptyKernel() {
  Kernel kernel;
  kernel.graph = std::make_shared<Graph>();
  return kernel;
}

void storeMatrix(const Eigen::Matrix<Expression, 4, 4>& matrix, int array, Kernel& kernel) {
  for (int k = 0; k < matrixSize; ++k) kernel.stores.push_back({array, k, matrix(k), false});
}

Kernel bodyKernel(const TreeBody<double>& body, int outputs) {
  Kernel kernel = emptyKernel();
  Graph& graph = *kernel.graph;
  Pose pose =
      poseFrom(graph, numbers, 0) * jointPose(body, graph) * poseFrom(graph, numbers, matrixSize);
  const bool isOnGround = body.parent == ground;
  if (!isOnGround) pose = poseFrom(graph, parent, 0) * pose;
  storeMatrix(matrixOf(pose), own, kernel);
  kernel.arrays = {{1, numbersOfBody, false},
                   {outputs, isOnGround ? 0 : matrixSize, false},
                   {outputs, matrixSize, false},
                   {0, body.positions, false}};
  return kernel;
}

/// Pose that maps y = 0 and y = 1 to the ends of a rod, with the other axes rotated by the shortest
/// turn. Half a turn is about x.
Eigen::Matrix<Expression, 4, 4> matrixOfRod(const Vector3<Expression>& from,
                                            const Vector3<Expression>& to) {
  constexpr double opposite = 1e-6;
  const Vector3<Expression> way = to - from;
  const Expression length = sqrt(way.squaredNorm());
  const Vector3<Expression> u = way / length;
  const Expression above = u[1] + 1 - opposite;
  const Expression k = choose(above, 0, 1 / (u[1] + 1)), across = choose(above, -1, 1);
  Eigen::Matrix<Expression, 4, 4> matrix;
  matrix << 1 - u[0] * u[0] * k, way[0], -across * u[0] * u[2] * k, from[0],  //
      -u[0], way[1], -across * u[2], from[1],                                 //
      -u[0] * u[2] * k, way[2], across * (1 - u[2] * u[2] * k), from[2],      //
      0, 0, 0, 1;
  return matrix;
}

Kernel rodKernel(const JointKind& kind, int outputs) {
  Kernel kernel = emptyKernel();
  Graph& graph = *kernel.graph;
  const auto end = [&](int body, bool isOnGround) {
    const int first = body == parent ? 0 : 3;
    Vector3<Expression> point;
    for (int k = 0; k < 3; ++k) point[k] = graph.input(numbers, first + k);
    return isOnGround ? point : poseFrom(graph, body, 0) * point;
  };
  storeMatrix(matrixOfRod(end(parent, kind.isParentGround), end(child, kind.isChildGround)), rod,
              kernel);
  kernel.arrays = {{1, numbersOfRod, false},
                   {outputs, 0, false},
                   {outputs, 0, false},
                   {outputs, matrixSize, false}};
  return kernel;
}

/// Whether a body's places continue a loop by one round.
bool follows(const Program::Loop& loop, const Kernel& kernel, const std::vector<int>& places) {
  for (std::size_t k = 0; k < places.size(); ++k)
    if (loop.first[k] + loop.rounds * kernel.arrays[k].stride != places[k]) return false;
  return true;
}

class PoseWriter {
 public:
  explicit PoseWriter(const ClusterTree<double>& tree) : tree_(tree) {
    program_.name = "poses";
    program_.inputs = {{"q", tree.positionSize()}, {"numbers"}};
    program_.outputs = matrixSize * static_cast<int>(tree.bodies().size());
  }

  void add(const TreeBody<double>& body) {
    const JointKind kind{body.joint, body.function.get(), body.parent == ground, false};
    addRound(kind, [&] { return bodyKernel(body, program_.outputsMemory()); },
             {next(), placeOf(body.parent), matrixSize * body.mechanismBody, body.position});
    const Transform<double> onParent =
        body.parent == ground ? body.placement
                              : tree_.body(body.parent).userFrame.inverse() * body.placement;
    addNumbers(matrixOf(onParent));
    addNumbers(matrixOf(body.userFrame));
    values().push_back(body.pitch);
  }

  void add(const LoopClosure<double>& closure) {
    const JointKind kind{closure.joint, nullptr, closure.parent == ground, closure.child == ground};
    addRound(kind, [&] { return rodKernel(kind, program_.outputsMemory()); },
             {next(), placeOf(closure.parent), placeOf(closure.child), program_.outputs});
    program_.outputs += matrixSize;
    addNumbers(pointOf(closure.parent, closure.parentFrame));
    addNumbers(pointOf(closure.child, closure.childFrame));
  }

  Program finish() {
    program_.inputs.back().size = next();
    return std::move(program_);
  }

 private:
  std::vector<double>& values() { return program_.inputs.back().values; }
  int next() { return static_cast<int>(values().size()); }
  template <typename Matrix>
  void addNumbers(const Matrix& matrix) {
    for (const double entry : matrix.reshaped()) values().push_back(entry);
  }

  int placeOf(int body) const {
    return body == ground ? 0 : matrixSize * tree_.body(body).mechanismBody;
  }
  Eigen::Vector3d pointOf(int body, const Transform<double>& frame) const {
    return body == ground ? frame.translation
                          : tree_.body(body).userFrame.inverse() * frame.translation;
  }

  template <typename Write>
  void addRound(const JointKind& kind, Write kernel, const std::vector<int>& places) {
    const auto known = std::find(kinds_.begin(), kinds_.end(), kind);
    const int index = static_cast<int>(known - kinds_.begin());
    if (known == kinds_.end()) {
      kinds_.push_back(kind);
      program_.kernels.push_back(kernel());
    }
    auto* last = program_.steps.empty() ? nullptr : &std::get<Program::Loop>(program_.steps.back());
    if (last && last->kernel == index && follows(*last, program_.kernels[at(index)], places))
      ++last->rounds;
    else
      program_.steps.push_back(Program::Loop{index, 1, places});
  }

  const ClusterTree<double>& tree_;
  Program program_;
  std::vector<JointKind> kinds_;
};

}  // namespace

Program poseLoops(const ClusterTree<double>& tree) {
  PoseWriter writer(tree);
  for (const TreeBody<double>& body : tree.bodies()) writer.add(body);
  std::vector<const LoopClosure<double>*> rods;
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.constraint)
      for (const LoopClosure<double>& closure : cluster.constraint->loops)
        if (closure.joint == JointType::rod) rods.push_back(&closure);
  std::sort(rods.begin(), rods.end(), [](const auto* one, const auto* other) {
    return one->mechanismLoop < other->mechanismLoop;
  });
  for (const LoopClosure<double>* each : rods) writer.add(*each);
  return writer.finish();
}

}  // namespace linkwork
