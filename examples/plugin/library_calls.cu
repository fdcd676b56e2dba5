// Calls of CUB, cuBLAS and Thrust as benchmarks: docs/tutorials/library.md.

#include <cmath>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cublas_v2.h>
#include <string>
#include <thrust/execution_policy.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <vector>
#include <warpmark/bench.hpp>

namespace {

using namespace warpmark::bench;

// A variant of one of warpmark's families, which have inputs and oracles. `call` is CUB's: without
// an address for the temporary storage it reports the size of that.
template <class Call>
void add_cub(plugin& to, const char* family, std::vector<std::vector<std::string>> only,
             Call call) {
  auto& variant = to.variant(family, "plugin_cub").stable();
  only.insert(only.end(), {{"type", "i32"}});
  for (const auto& one : only)
    variant.rule("this example has only " + one[0] + "=" + one[1],
                 [one](const point& at) { return at.text(one[0]) == one[1]; });
  variant.buffers([family](const point& at, const buffers& add) {
    add.input("input", "i32", at["offset"] + at["n"]);
    add.output("output", "i32", family == std::string("reduce") ? 1 : at["n"]);
    add.scratch("temporary");
  });
  variant.scratch_bytes([call](const point& at, std::string_view) {
    std::size_t bytes = 0;
    int* const none = nullptr;
    require(call(nullptr, bytes, none, none, static_cast<int>(at["n"]), cudaStream_t{}), "CUB");
    return bytes;
  });
  variant.enqueue([call](const warpmark::bench::call& with) {
    std::size_t bytes = with.bytes("temporary");
    require(
        call(with.data<void>("temporary"), bytes, with.data<int>("input") + with["offset"],
             with.data<int>("output"), static_cast<int>(with["n"]), with.stream<cudaStream_t>()),
        "CUB");
  });
}

// Freivalds' check: C v = A (B v) for one vector v, in n^2 operations instead of n^3.
void check_product(const point& at, const arrays& in, const warpmark_array& out) {
  const auto n = static_cast<std::size_t>(at["n"]);
  const auto *a = in.data<float>("a"), *b = in.data<float>("b");
  const auto* c = static_cast<const float*>(out.data);
  std::vector<double> bv(n), abv(n), cv(n);
  const auto v = [](std::size_t j) { return std::sin(static_cast<double>(j)); };
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) bv[i] += b[j * n + i] * v(j), cv[i] += c[j * n + i] * v(j);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) abv[i] += a[j * n + i] * bv[j];
  for (std::size_t i = 0; i < n; ++i)
    if (!(std::fabs(abv[i] - cv[i]) <= 2e-7 * std::pow(n, 1.5)))
      throw std::runtime_error("C v and A (B v) differ in row " + std::to_string(i));
}

void add_product(plugin& to) {
  auto& product = to.family("matrix_product").summary("C = A B of n x n floats by columns");
  product.axis("n", {256, 1024, 4096}).describe_axis("rows and columns").swept().open_ended();
  product.buffers([](const point& at, const buffers& add) {
    for (const char* name : {"a", "b"}) add.input(name, "f32", at["n"] * at["n"], "uniform(-1, 1)");
    add.output("c", "f32", at["n"] * at["n"]);
  });
  product.operations([](const point& at) { return 2ull * at["n"] * at["n"] * at["n"]; });
  product.check(check_product);
  auto& variant = product.variant("cublas");
  variant.buffers([](const point&, const buffers& add) { add.scratch("space", "u8", 1 << 25); });
  const auto open = [](const point&) {
    cublasHandle_t handle = nullptr;
    require(cublasCreate(&handle), "cublasCreate");
    return std::shared_ptr<cublasContext>(handle, cublasDestroy);
  };
  variant.enqueue(open, [](const auto& handle, const call& with) {
    const int n = static_cast<int>(with["n"]);
    const float one = 1, zero = 0;
    require(cublasSetStream(handle.get(), with.stream<cudaStream_t>()), "cublasSetStream");
    require(cublasSetWorkspace(handle.get(), with.data<void>("space"), with.bytes("space")),
            "cublasSetWorkspace");
    require(
        cublasSgemm(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, with.data<float>("a"), n,
                    with.data<float>("b"), n, &zero, with.data<float>("c"), n),
        "cublasSgemm");
  });
}

struct square {
  __host__ __device__ unsigned operator()(unsigned x) const { return x * x; }
};

// Gives Thrust the buffer that warpmark has allocated; else it would allocate in each call.
struct given_memory {
  using value_type = char;
  char* address;
  std::size_t bytes;
  char* allocate(std::size_t wanted) const {
    return wanted <= bytes ? address : throw std::bad_alloc();
  }
  void deallocate(char*, std::size_t) const {}
};

void add_pipeline(plugin& to) {
  auto& sums = to.family("sums_of_squares").summary("inclusive scan of squares, modulo 2^32");
  sums.axis("n", {1 << 12, 1 << 16, 1 << 20, 1 << 24}).swept();
  sums.buffers([](const point& at, const buffers& add) {
    add.input("x", "u32", at["n"], "uniform(0, 4294967295)");
    add.output("y", "u32", at["n"]);
  });
  sums.expect([](const point& at, const arrays& in, const arrays& out) {
    unsigned sum = 0;
    for (std::int64_t i = 0; i < at["n"]; ++i)
      out.data<unsigned>("y")[i] = sum += square()(in.data<unsigned>("x")[i]);
  });
  auto& variant = sums.variant("thrust").title("thrust::inclusive_scan of a transform_iterator");
  variant.buffers([](const point& at, const buffers& add) {
    add.scratch("temporary", "u8", at["n"] / 16 + (1 << 16));
  });
  variant.enqueue([](const call& with) {
    const auto squares = thrust::make_transform_iterator(with.data<unsigned>("x"), square());
    given_memory memory{with.data<char>("temporary"), with.bytes("temporary")};
    thrust::inclusive_scan(thrust::cuda::par_nosync(memory).on(with.stream<cudaStream_t>()),
                           squares, squares + with["n"], with.data<unsigned>("y"));
  });
}

}  // namespace

WARPMARK_PLUGIN(plugin) {
  add_cub(plugin, "reduce", {{"op", "sum"}}, [](void* storage, std::size_t& bytes, auto... more) {
    return cub::DeviceReduce::Sum(storage, bytes, more...);
  });
  add_cub(plugin, "scan", {{"op", "sum"}, {"kind", "inclusive"}},
          [](void* storage, std::size_t& bytes, auto... more) {
            return cub::DeviceScan::InclusiveSum(storage, bytes, more...);
          });
  add_cub(plugin, "sort", {{"payload", "none"}},
          [](void* storage, std::size_t& bytes, const int* keys, int* sorted, int n, auto stream) {
            return cub::DeviceRadixSort::SortKeys(storage, bytes, keys, sorted, n, 0, 32, stream);
          });
  add_product(plugin);
  add_pipeline(plugin);
}
