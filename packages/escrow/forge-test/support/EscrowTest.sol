// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {CancelReason, EscrowTerms, HopRoute, NATIVE_TOKEN, VaultState} from "../../contracts/EscrowTypes.sol";
import {EscrowRegistry} from "../../contracts/EscrowRegistry.sol";
import {EscrowVault} from "../../contracts/EscrowVault.sol";
import {HopBridge} from "../../contracts/HopBridge.sol";
import {TestPermitToken} from "../../contracts/devnet/TestPermitToken.sol";
import {Log, Vm} from "./Vm.sol";
import {MockMessenger, MockTokenHome} from "./Bridges.sol";
import {VaultCalls} from "./VaultCalls.sol";

interface IMintable {
    function mint(address to, uint256 amount) external;
    function transfer(address to, uint256 amount) external;
}

/// @dev What every test starts with: a registry, a token with permits, a bridge with one open route, and two parties
///      who can sign.
abstract contract EscrowTest {
    using VaultCalls for EscrowVault;

    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    bytes32 internal constant CREATE_ESCROW_TYPEHASH = keccak256(
        "CreateEscrow(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash,uint256 deadline)"
    );
    bytes32 internal constant HOP_CLAIM_TYPEHASH = keccak256(
        "HopClaim(address vault,bytes32 commitmentHash,address hopBridge,bytes32 destBlockchainId,address hopRecipient,address feeToken,uint256 relayerFee,uint256 dispatchGas,uint256 deadline)"
    );
    bytes32 internal constant CLAIM_TO_TYPEHASH = keccak256("ClaimTo(address vault,address to,uint256 deadline)");
    bytes32 internal constant CANCEL_TO_TYPEHASH = keccak256("CancelTo(address vault,address to,uint256 deadline)");
    bytes32 internal constant CONSENT_CANCEL_TYPEHASH = keccak256("ConsentCancel(address vault,uint256 deadline)");

    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant HOUR = 3600;
    uint128 internal constant AMOUNT = 1_000_000;
    bytes32 internal constant SECRET = keccak256("the secret");
    bytes32 internal constant DEST_BLOCKCHAIN_ID = keccak256("a layer 1");
    uint256 internal constant CREATOR_KEY = 0xA11CE;
    uint256 internal constant RECIPIENT_KEY = 0xB0B;
    uint256 internal constant STRANGER_KEY = 0xE7E;

    address internal immutable CREATOR = vm.addr(CREATOR_KEY);
    address internal immutable RECIPIENT = vm.addr(RECIPIENT_KEY);
    address internal immutable STRANGER = vm.addr(STRANGER_KEY);
    address internal immutable ELSEWHERE = address(0xE15E);

    EscrowRegistry internal registry;
    TestPermitToken internal token;
    MockMessenger internal messenger;
    MockTokenHome internal tokenHome;
    HopBridge internal bridge;

    function setUp() public virtual {
        vm.warp(NOW - 1 days);
        registry = new EscrowRegistry();
        VaultCalls.book().registry = registry;
        token = new TestPermitToken("USD Coin", "USDC", 6);
        messenger = new MockMessenger();
        tokenHome = new MockTokenHome(messenger, token);
        bridge = new HopBridge(address(this), messenger, 1 days);
        bridge.addRoute(address(token), DEST_BLOCKCHAIN_ID, address(tokenHome), address(0xDE57), 250_000);
        vm.warp(NOW);
        token.mint(CREATOR, type(uint128).max);
        vm.deal(CREATOR, 1000 ether);
    }

    /// @dev The terms of a plain escrow from the creator to the recipient that can be cancelled after an hour.
    function _terms() internal view returns (EscrowTerms memory) {
        return EscrowTerms({
            token: address(token),
            creator: CREATOR,
            recipient: RECIPIENT,
            hopBridge: address(0),
            amount: AMOUNT,
            cancelAfter: uint40(NOW + HOUR),
            commitmentHash: sha256(abi.encodePacked(SECRET))
        });
    }

    /// @dev The same terms in another token. The creator is given twice the amount of it.
    function _termsIn(address asset) internal returns (EscrowTerms memory terms) {
        terms = _terms();
        terms.token = asset;
        IMintable(asset).mint(CREATOR, 2 * uint256(AMOUNT));
    }

    function _nativeTerms() internal view returns (EscrowTerms memory terms) {
        terms = _terms();
        terms.token = NATIVE_TOKEN;
        terms.amount = 1 ether;
    }

    function _hopTerms() internal view returns (EscrowTerms memory terms) {
        terms = _terms();
        terms.hopBridge = address(bridge);
    }

    function _route() internal view returns (HopRoute memory) {
        return HopRoute({
            destBlockchainId: DEST_BLOCKCHAIN_ID,
            hopRecipient: RECIPIENT,
            feeToken: address(token),
            relayerFee: 1000,
            dispatchGas: 400_000,
            deadline: NOW + HOUR
        });
    }

    /// @dev The creator pays the amount to the predicted address of the vault.
    function _fund(EscrowTerms memory terms) internal returns (address vault) {
        vault = registry.vaultAddress(terms);
        vm.prank(terms.creator);
        if (terms.token == NATIVE_TOKEN) {
            (bool isPaid,) = vault.call{value: terms.amount}("");
            vm.assertTrue(isPaid);
        } else {
            IMintable(terms.token).transfer(vault, terms.amount);
        }
    }

    /// @dev Funds the vault and creates it.
    function _open(EscrowTerms memory terms) internal returns (EscrowVault) {
        _fund(terms);
        return _known(terms, registry.createEscrow(terms));
    }

    /// @dev Remembers the terms of a vault, so that a test can name the vault alone (`VaultCalls`).
    function _known(EscrowTerms memory terms, address vault) internal returns (EscrowVault) {
        VaultCalls.book().terms[vault] = terms;
        return EscrowVault(vault);
    }

    /// @dev The vault at an address. When its terms are not known, they are all zero.
    function _known(address vault) internal pure returns (EscrowVault) {
        return EscrowVault(vault);
    }

    /// @dev Whether the code at the address is that of a vault of our registry, whatever its index.
    function _isVault(address vault) internal view returns (bool) {
        bytes memory code = vault.code;
        if (code.length != 49) return false;
        bytes32 hash;
        assembly ("memory-safe") {
            hash := keccak256(add(code, 0x20), 44)
        }
        return hash
            == keccak256(
                abi.encodePacked(hex"365f5f375f5f365f73", address(registry), hex"5af43d5f5f3e5f3d91602a57fd5bf3")
            );
    }

    function _digest(bytes32 structHash) internal view returns (bytes32) {
        return _digestIn(registry.domainSeparator(), structHash);
    }

    function _digestIn(bytes32 domain, bytes32 structHash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    function _signDigest(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _sign(uint256 key, bytes32 structHash) internal view returns (bytes memory) {
        return _signDigest(key, _digest(structHash));
    }

    function _createHash(EscrowTerms memory t, uint256 deadline) internal pure returns (bytes32) {
        return keccak256(abi.encode(CREATE_ESCROW_TYPEHASH, t, deadline));
    }

    function _hopHash(EscrowVault vault, HopRoute memory r) internal view returns (bytes32) {
        EscrowTerms memory t = vault.terms();
        return keccak256(
            abi.encode(
                HOP_CLAIM_TYPEHASH,
                address(vault),
                t.commitmentHash,
                t.hopBridge,
                r.destBlockchainId,
                r.hopRecipient,
                r.feeToken,
                r.relayerFee,
                r.dispatchGas,
                r.deadline
            )
        );
    }

    function _payeeHash(bytes32 typeHash, EscrowVault vault, address to, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(typeHash, address(vault), to, deadline));
    }

    function _consentHash(EscrowVault vault, uint256 deadline) internal pure returns (bytes32) {
        return keccak256(abi.encode(CONSENT_CANCEL_TYPEHASH, address(vault), deadline));
    }

    struct Permit {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @dev The creator's EIP-2612 permit for the registry, valid for an hour.
    function _permit(uint256 amount) internal view returns (Permit memory permit) {
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                CREATOR,
                address(registry),
                amount,
                token.nonces(CREATOR),
                NOW + HOUR
            )
        );
        (permit.v, permit.r, permit.s) = vm.sign(CREATOR_KEY, _digestIn(token.DOMAIN_SEPARATOR(), structHash));
    }

    function _approve(uint256 amount) internal {
        vm.prank(CREATOR);
        token.approve(address(registry), amount);
    }

    function _assertState(EscrowVault vault, VaultState state) internal view {
        vm.assertEq(uint256(vault.state()), uint256(state), "state");
    }

    function _balance(address owner) internal view returns (uint256) {
        return token.balanceOf(owner);
    }
}
