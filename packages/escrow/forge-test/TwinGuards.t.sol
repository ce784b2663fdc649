// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EscrowTerms, HopRoute, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {VaultLens} from "../contracts/VaultLens.sol";
import {
    GivingBackBridge,
    GivingBackTokenHome,
    HungryTokenHome,
    MockTokenHome,
    StickyAllowanceToken
} from "./support/Bridges.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {MockPermit2} from "./support/OneSignature.sol";
import {FeeToken, HungryToken} from "./support/Tokens.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Pairs of guards that overlap: each test is a case that only one of the two catches. Other tests are about gas
///      that only the last item of a list needs. Without these tests, mutants survived (`node scripts/run.mjs
///      test:mutation`).
contract TwinGuardsTest is EscrowTest {
    using VaultCalls for EscrowVault;

    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    function test_bridgeMismatch_byTheBalanceAlone() public {
        EscrowTerms memory terms = _terms();
        terms.hopBridge = address(new GivingBackBridge());
        EscrowVault vault = _open(terms);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, _route(), "");
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid on this chain");
        vm.assertEq(_balance(terms.hopBridge), 0, "the bridge kept nothing");
    }

    function test_transferrerMismatch_byTheBalanceAlone() public {
        HopRoute memory route = _openRoute(address(token), new GivingBackTokenHome(messenger, token));
        vm.prank(CREATOR);
        token.approve(address(bridge), AMOUNT);
        vm.prank(CREATOR);
        vm.expectRevert(HopBridge.TransferrerMismatch.selector);
        bridge.dispatch(address(token), AMOUNT, route);
    }

    function test_transferrerMismatch_byTheAllowanceAlone() public {
        StickyAllowanceToken sticky = new StickyAllowanceToken();
        HopRoute memory route = _openRoute(address(sticky), new MockTokenHome(messenger, IERC20(address(sticky))));
        sticky.mint(CREATOR, AMOUNT);
        vm.prank(CREATOR);
        sticky.approve(address(bridge), AMOUNT);
        vm.prank(CREATOR);
        vm.expectRevert(HopBridge.TransferrerMismatch.selector);
        bridge.dispatch(address(sticky), AMOUNT, route);
    }

    /// @dev When a hop needs millions of gas, the 1/64 that a failed hop leaves would be enough to pay on this chain.
    ///      So the gas limit itself has to be checked.
    function test_attack_gasDoesNotChooseTheHub_whereAHopNeedsMillions() public {
        HopRoute memory route = _openRoute(address(token), new HungryTokenHome(messenger, token));
        route.dispatchGas = 13_000_000;
        EscrowTerms memory terms = _hopTerms();
        terms.cancelAfter = uint40(block.timestamp + HOUR);
        EscrowVault vault = _open(terms);
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, route));
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.HopNeedsGas.selector);
        registry.claimHop{gas: 13_000_000}(terms, SECRET, route, signature);
        // This is enough gas for the dispatch and the payment, but not for the 1/64 that the EVM holds back from a
        // call.
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.HopNeedsGas.selector);
        registry.claimHop{gas: 13_250_000}(terms, SECRET, route, signature);
        vm.prank(STRANGER);
        registry.claimHop{gas: 20_000_000}(terms, SECRET, route, signature);
        vm.assertEq(_balance(RECIPIENT), 0, "not on this chain");
    }

    function test_sweepTo_notToNowhere() public {
        EscrowVault vault = _open(_terms());
        vm.deal(address(vault), 1 ether);
        vault.claim(SECRET);
        address native = _nativeTerms().token;
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        vault.sweepTo(native, address(0), 0, "");
    }

    function test_attack_permit2_feeOnTransferLeavesTheVaultShort() public {
        vm.etch(PERMIT2, address(new MockPermit2()).code);
        EscrowTerms memory terms = _termsIn(address(new FeeToken()));
        vm.prank(CREATOR);
        FeeToken(terms.token).approve(PERMIT2, AMOUNT);
        bytes memory signature = _permit2Signature(terms);
        vm.expectRevert(
            abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, AMOUNT - AMOUNT / 100, AMOUNT)
        );
        registry.createEscrowPermit2(terms, 1, NOW + HOUR, signature);
    }

    function test_signedBatch_whatTheFirstLeaveIsTheLastOnes() public {
        HungryToken hungry = new HungryToken();
        IEscrowRegistry.SignedCreation[] memory batch = new IEscrowRegistry.SignedCreation[](4);
        _approve(type(uint256).max);
        for (uint256 i = 0; i < 4; ++i) {
            EscrowTerms memory terms = i == 3 ? _termsIn(address(hungry)) : _terms();
            terms.cancelAfter += uint40(i);
            batch[i] = IEscrowRegistry.SignedCreation(
                terms, NOW + HOUR, _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR))
            );
        }
        vm.prank(CREATOR);
        hungry.approve(address(registry), AMOUNT);
        address[] memory vaults = registry.createEscrowSignedBatch{gas: 1_600_000}(batch);
        for (uint256 i = 0; i < 4; ++i) vm.assertTrue(_isVault(vaults[i]), "created");
    }

    function test_lens_whatTheFirstLeaveIsTheLastOnes() public {
        VaultLens lens = new VaultLens();
        EscrowTerms[] memory list = new EscrowTerms[](4);
        for (uint256 i = 0; i < 4; ++i) {
            list[i] = i == 3 ? _termsIn(address(new HungryToken())) : _terms();
            list[i].cancelAfter += uint40(i);
            _open(list[i]);
        }
        (, VaultLens.Look[] memory looks) = lens.look{gas: 500_000}(registry, list);
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertTrue(looks[i].isRead && looks[i].state == VaultState.Open, "read");
        }
    }

    function _openRoute(address asset, MockTokenHome home) private returns (HopRoute memory route) {
        route = _route();
        route.destBlockchainId = keccak256("another way");
        route.feeToken = asset;
        route.deadline = NOW + 2 days;
        bridge.addRoute(asset, route.destBlockchainId, address(home), address(0xDE57), 250_000);
        vm.warp(NOW + 1 days);
    }

    function _permit2Signature(EscrowTerms memory terms) private view returns (bytes memory) {
        string memory termsType =
            "EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)";
        string memory tokenType = "TokenPermissions(address token,uint256 amount)";
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,EscrowTerms witness)",
                termsType,
                tokenType
            )
        );
        bytes32 permitted = keccak256(abi.encode(keccak256(bytes(tokenType)), terms.token, terms.amount));
        bytes32 witness = keccak256(abi.encode(keccak256(bytes(termsType)), terms));
        bytes32 structHash = keccak256(abi.encode(typeHash, permitted, registry, 1, NOW + HOUR, witness));
        return _signDigest(CREATOR_KEY, _digestIn(MockPermit2(PERMIT2).domainSeparator(), structHash));
    }
}
