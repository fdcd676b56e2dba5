// A kernel of one's own as a benchmark: docs/plugins.md.

#include <warpmark/bench.hpp>

using namespace warpmark::bench;

__global__ void scale(const float* x, float* y, float factor, long n) {
  for (long i = blockIdx.x * long{blockDim.x} + threadIdx.x; i < n;
       i += long{gridDim.x} * blockDim.x)
    y[i] = factor * x[i];
}

WARPMARK_PLUGIN(plugin) {
  auto& family = plugin.family("scale").summary("y = 2 x of n floats");
  family.axis("n", {1 << 16, 1 << 20, 1 << 24}).describe_axis("elements").swept().open_ended();
  family.buffers([](const point& at, const buffers& add) {
    add.input("x", "f32", at["n"], "uniform(-1, 1)");
    add.output("y", "f32", at["n"]);
  });
  family.expect([](const point& at, const arrays& in, const arrays& out) {
    for (std::int64_t i = 0; i < at["n"]; ++i) out.data<float>("y")[i] = 2 * in.data<float>("x")[i];
  });

  auto& variant = family.variant("grid_stride").axis("block", {256, 128, 512});
  variant.axis("blocks", {1056, 132, 528}).describe_axis("blocks of the grid");
  variant.enqueue([](const call& with) {
    const auto blocks = static_cast<unsigned>(with["blocks"]);
    scale<<<blocks, static_cast<unsigned>(with["block"]), 0, with.stream<cudaStream_t>()>>>(
        with.data<float>("x"), with.data<float>("y"), 2, with["n"]);
    require(cudaGetLastError(), "scale");
  });
}
