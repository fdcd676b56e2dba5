#include "tests/simt/compiled/tensor_copy_run.hpp"

#include <fmt/format.h>

#include "simt/memory/tensor_map_image.hpp"
#include "tests/simt/compiled/shared_compiler.hpp"

namespace warpmark::simt {
namespace {

// {%2, %3} for two dimensions.
std::string coordinates(int dimensions) {
  std::string text = "{";
  for (int i = 0; i < dimensions; ++i) text += fmt::format("{}%{}", i == 0 ? "" : ", ", 2 + i);
  return text + "}";
}

std::string store_kernel(const std::string& name, const std::string& instruction, int dimensions) {
  return fmt::format(R"(
extern "C" __global__ void {}(const unsigned char* from, const __grid_constant__ CUtensorMap map,
    int c0, int c1, int c2, int c3, int c4, unsigned offset, unsigned size, unsigned) {{
  extern __shared__ __align__(1024) unsigned char s[];
  for (unsigned i = threadIdx.x; i < size; i += 32) s[i] = from[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("{}.{}d.global.shared::cta.tile.bulk_group [%0, {}], [%1];" ::"l"(&map),
               "r"(at(s) + offset), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4) : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}}
)",
                     name, instruction, dimensions, coordinates(dimensions));
}

std::string kernels() {
  std::string text = R"(
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
)";
  for (int n = 1; n <= 5; ++n) {
    text += fmt::format(R"(
extern "C" __global__ void load{0}(unsigned char* out, const __grid_constant__ CUtensorMap map,
    int c0, int c1, int c2, int c3, int c4, unsigned offset, unsigned size, unsigned box) {{
  extern __shared__ __align__(1024) unsigned char s[];
  for (unsigned i = threadIdx.x; i < size; i += 32) s[i] = 0xee;
  const unsigned bar = at(s) + size;
  __syncthreads();
  if (threadIdx.x == 0) {{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(box));
    asm volatile("cp.async.bulk.tensor.{0}d.shared::cluster.global.tile"
                 ".mbarrier::complete_tx::bytes [%0], [%1, {1}], [%7];" ::"r"(at(s) + offset),
                 "l"(&map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.prefetch.tensor.{0}d.L2.global.tile [%1, {1}];" ::"r"(0),
                 "l"(&map), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4) : "memory");
  }}
  __syncthreads();
  asm volatile("{{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }}" ::"r"(bar) : "memory");
  for (unsigned i = threadIdx.x; i < size; i += 32) out[i] = s[i];
}}
)",
                        n, coordinates(n));
    text += store_kernel(fmt::format("store{}", n), "cp.async.bulk.tensor", n);
  }
  for (const char* reduction : reduction_names)
    text += store_kernel(fmt::format("reduce_{}", reduction), "cp.reduce.async.bulk.tensor", 2);
  // The operation follows the spaces.
  for (const char* reduction : reduction_names) {
    const auto body = text.find(fmt::format("void reduce_{}(", reduction));
    text.replace(text.find("shared::cta.tile", body), 11, fmt::format("shared::cta.{}", reduction));
  }
  return text;
}

// One block of a cluster loads a box for both, by a map in global memory.
const std::string multicast_kernel = R"(
extern "C" __global__ void __cluster_dims__(2, 1, 1) both(unsigned* out, const CUtensorMap* map) {
  __shared__ alignas(128) unsigned s[128];
  __shared__ alignas(8) unsigned long long full;
  const unsigned bar = at(&full);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(bar) : "memory");
  }
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
  if (blockIdx.x == 0 && threadIdx.x == 0)
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
                 ".mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
                 ::"r"(at(s)), "l"(map), "r"(8), "r"(1), "r"(bar), "h"((short)3) : "memory");
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }" ::"r"(bar) : "memory");
  for (unsigned i = threadIdx.x; i < 128; i += 32) out[128 * blockIdx.x + i] = s[i];
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
)";

}  // namespace

// All kernels are compiled at once.
compiler::compiled_kernel tensor_kernel(const std::string& entry) {
  std::vector<std::string> others;
  for (int n = 1; n <= 5; ++n)
    for (const char* kind : {"load", "store"}) others.push_back(fmt::format("{}{}", kind, n));
  for (const char* reduction : reduction_names)
    others.push_back(fmt::format("reduce_{}", reduction));
  others.emplace_back("both");
  static const std::string source = kernels() + multicast_kernel;
  auto result = *shared_compiler().compile({.name = "tensor_copy.cu",
                                            .source = source,
                                            .expression = others.front(),
                                            .others = {others.begin() + 1, others.end()},
                                            .architecture = "compute_90"});
  result.lowered_name = entry;
  return result;
}

tensor_run run(const std::string& entry, const tensor_case& c, bytes own, bytes tensor) {
  simt_backend machine({});
  const auto handle = machine.load(tensor_kernel(entry));
  const device_pointer first = machine.allocate(own.size());
  const device_pointer second = machine.allocate(tensor.size());
  machine.upload(first, own);
  machine.upload(second, tensor);
  tensor_map map = c.map;
  map.address = second + c.address_offset;
  const auto image = encode(map);
  std::vector<scalar_argument> scalars{scalar_argument::of(first)};
  for (const std::int32_t at : c.first) scalars.push_back(scalar_argument::of(at));
  for (const std::uint32_t value :
       {c.box_offset, c.shared_size(), static_cast<std::uint32_t>(c.map.box_bytes())})
    scalars.push_back(scalar_argument::of(value));
  std::vector<std::span<const std::byte>> arguments;
  for (const auto& scalar : scalars)
    arguments.push_back(std::span(scalar.bytes).first(scalar.size_bytes));
  arguments.insert(arguments.begin() + 1, std::span<const std::byte>(image));
  machine.enqueue(
      handle, {.grid = {1, 1, 1}, .block = {32, 1, 1}, .dynamic_shared_bytes = c.shared_size() + 8},
      arguments);
  machine.synchronize();
  machine.download(own, first);
  machine.download(tensor, second);
  return {std::move(own), std::move(tensor), machine.take_findings(),
          machine.interpreter().take_counters().named()};
}

}  // namespace warpmark::simt
